import { assert, describe, it } from "@effect/vitest"
import { dimensionRef, formatItem, type ItemRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { findUsers } from "../../../../src/explorer/browse/ItemPage.tsx"
import {
  commercialScope,
  flags,
  license,
  taxonomyOf,
  territory,
  useType
} from "../../../support/domain/SmallTaxonomy.ts"

const taxonomy = taxonomyOf({
  dimensions: [
    commercialScope,
    territory,
    flags,
    {
      ...useType,
      values: [
        ...useType.values,
        { code: "PRESS", label: "Press", description: "Press.", broader: ["editorial"] },
        { code: "MEDIA", label: "Media", description: "Media.", includes: ["editorial"] },
        { code: "OLD", label: "Old", description: "Old.", deprecated: { replaced_by: ["editorial"] } }
      ]
    }
  ],
  licenses: [
    license("NIL-1", { use_type: ["editorial", "educational"], ai_synthetic_use: { avatar_only: false } }),
    license("NIL-2", { ai_synthetic_use: { avatar_only: true }, territory: { global: false, countries: ["NO"] } })
  ],
  rules: [
    {
      id: "no-avatar",
      description: "No avatar for news.",
      forbid: { ai_synthetic_use: { avatar_only: true }, use_type: { contains_any: ["editorial"] } }
    }
  ]
})

const users = (item: ItemRef) => {
  const { licenses, others, replaces, rules } = findUsers(taxonomy, item)
  return [
    ...licenses.map(({ by, flag }) => (flag === undefined ? formatItem(by) : `${formatItem(by)} ${flag}`)),
    ...rules.map(({ by }) => formatItem(by)),
    ...replaces.map(({ by }) => `replaces ${formatItem(by)}`),
    ...others.map(({ by }) => `named by ${formatItem(by)}`)
  ]
}

describe("findUsers", () => {
  it("lists licenses, rules, the items that an item replaces, and those with a field that names it but the kinds below", () => {
    assert.deepStrictEqual(users(valueRef("use_type", "editorial")), [
      "NIL-1",
      "rules/no-avatar",
      "replaces use_type/OLD",
      "named by use_type/MEDIA"
    ])
    assert.deepStrictEqual(users(dimensionRef("use_type")), ["NIL-1", "rules/no-avatar"])
    assert.deepStrictEqual(users(valueRef("territory", "NO")), ["NIL-2"])
  })

  it("tells what licenses set a flag to", () => {
    assert.deepStrictEqual(users(valueRef("ai_synthetic_use", "avatar_only")), [
      "NIL-1 false",
      "NIL-2 true",
      "rules/no-avatar"
    ])
  })

  it("is empty for items that nothing uses", () => {
    assert.deepStrictEqual(users(valueRef("commercial_scope", "non_commercial")), [])
  })
})
