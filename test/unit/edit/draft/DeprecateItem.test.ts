import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { conflictRuleRef, dimensionRef, valueRef, type ItemRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { deprecateItem } from "../../../../src/edit/draft/DeprecateItem.ts"
import type { Draft } from "../../../../src/edit/draft/Draft.ts"
import { commercialScope, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const dimension = {
  ...useType,
  values: [
    ...useType.values,
    { code: "OLD", label: "Old", description: "Old.", deprecated: { replaced_by: ["editorial"] } }
  ]
}

const draft: Draft = {
  taxonomy: taxonomyOf({ dimensions: [dimension, commercialScope, territory] }),
  history: emptyHistory,
  ownCodes: new Map([["use_type", dimension.values.map(({ code }) => code)]]),
  configs: new Map()
}

interface Given {
  readonly replacedBy?: ReadonlyArray<string>
  readonly consider?: ReadonlyArray<string>
  readonly reason?: string
}

const deprecate = (item: ItemRef, { replacedBy = [], ...given }: Given) =>
  Result.match(deprecateItem(draft, { item, replacedBy, allOf: false, ...given }), {
    onSuccess: (changes) => changes.flatMap((change) => (change._tag === "EditFile" ? change.edits : [])),
    onFailure: ({ problem }) => problem
  })

const [educational, old] = [valueRef("use_type", "educational"), valueRef("use_type", "OLD")]

describe("deprecateItem", () => {
  it("names what people can consider beside a reason or a replacement", () => {
    expect(deprecate(educational, { consider: ["editorial"], reason: "Too wide." })).toEqual([
      {
        _tag: "Set",
        path: ["values", "educational", "deprecated"],
        value: { consider: ["editorial"], reason: "Too wide." }
      }
    ])
    expect(deprecate(dimensionRef("use_type"), { replacedBy: ["commercial_scope"], consider: ["territory"] })).toEqual([
      { _tag: "Set", path: ["deprecated"], value: { replaced_by: ["commercial_scope"], consider: ["territory"] } }
    ])
  })

  it("finds what people can consider by its label, once, and in other dimensions", () => {
    const consider = ["Editorial", "editorial", "commercial_scope/non_commercial"]
    expect(deprecate(educational, { consider, reason: "Too wide." })).toMatchObject([
      { value: { consider: ["editorial", "commercial_scope/non_commercial"] } }
    ])
  })

  it("permits to consider what is deprecated itself", () => {
    expect(deprecate(educational, { consider: ["OLD"], reason: "Too wide." })).toMatchObject([
      { value: { consider: ["OLD"] } }
    ])
    expect(deprecate(educational, { replacedBy: ["OLD"] })).toBe("replacement-deprecated")
  })

  it("adds it to a deprecation, whose other parts stay", () => {
    expect(deprecate(old, { consider: ["educational"] })).toEqual([
      { _tag: "Set", path: ["values", "OLD", "deprecated", "consider"], value: ["educational"] }
    ])
  })

  it.each([
    [educational, { consider: ["editorial"] }, "no-replacement-or-reason"],
    [old, {}, "no-replacement-or-reason"],
    [educational, { consider: ["educational"], reason: "Too wide." }, "replaces-itself"],
    [educational, { consider: ["nothing"], reason: "Too wide." }, "unknown"],
    [dimensionRef("use_type"), { consider: ["use_type/editorial"], reason: "Too wide." }, "replacement-kind"],
    [conflictRuleRef("never"), { consider: ["editorial"], reason: "Too wide." }, "rule-not-deprecated"]
  ] as const)("refuses %o with %o: %s", (item, given, problem) => {
    expect(deprecate(item, given)).toBe(problem)
  })
})
