import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { ChangesBody } from "../../../../src/api/bodies/ChangesBody.ts"
import { changesExample } from "../../../../src/api/openapi/Examples.ts"
import { findMismatch } from "../../../../src/client/model/BodyType.ts"
import { changesType } from "../../../../src/client/model/BodyTypes.generated.ts"

const translations = { fr: { label: "Jeux" } }
const stated = {
  replaced_by: ["use_type/GAMES"],
  replacement_mode: "all_of",
  reason: "Split up.",
  translations: { fr: { reason: "Divis\u00e9." } }
}
const value = {
  code: "GAMES",
  label: "Games",
  description: "Games of all kinds.",
  definition: "A game is played.",
  translations,
  deprecated: stated
}
const dimension = {
  name: "use_type",
  label: "Use type",
  description: "What the work is used for.",
  definition: "A use.",
  shape: "single",
  required: true,
  translations,
  deprecated: stated,
  values: [value]
}
const config = {
  use_type: "GAMES",
  placements: ["WEB"],
  territory: { global: false, countries: ["FR"] },
  flags: { ai: true }
}
const license = {
  code: "NIL-GAMES",
  name: "Games",
  description: "For games.",
  config,
  translations: { fr: { name: "Jeux" } },
  deprecated: stated
}
const forbid = { use_type: { any_of: ["GAMES"] }, placements: { set: true } }
const rule = { id: "no-games", description: "No games.", forbid, translations: { fr: { description: "Sans jeux." } } }

const text = { before: "old", after: "new" }
const labels = {
  before: { label: "Old", description: "Old." },
  after: { label: "New", description: "New." }
}
const removal = { removed_in: "2.0.0", replacement: { mode: "one_of", items: ["use_type/GAMES"] }, reason: "Unused." }
const deprecations = { before: stated, after: stated }

/** What the kinds of changes of an item have in common. */
const sharedBy = (translations: object) => ({
  removed: removal,
  "translations-changed": { before: translations, after: translations }
})
const definitions = {
  "definition-changed": text,
  "definition-corrected": { ...text, reason: "A typing error.", approved_by: "The board" }
}
const lifecycle = {
  deprecated: { after: stated },
  undeprecated: { before: stated },
  "deprecation-changed": deprecations
}

const members: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  taxonomy: { "translations-changed": { before: { fr: { title: "A" } }, after: { fr: { title: "B" } } } },
  dimension: {
    added: { after: dimension },
    "shape-changed": { before: "single", after: "flags" },
    "requirement-changed": { before: false, after: true },
    "text-changed": labels,
    ...sharedBy(translations),
    ...definitions,
    ...lifecycle
  },
  values: { reordered: { before: ["A", "B"], after: ["B", "A"] } },
  value: {
    added: { after: value, index: 1 },
    "text-changed": labels,
    ...sharedBy(translations),
    ...definitions,
    ...lifecycle
  },
  license: {
    added: { after: license },
    "config-changed": { before: config, after: config },
    "text-changed": { before: { name: "Old", description: "Old." }, after: { name: "New", description: "New." } },
    ...sharedBy({ fr: { name: "Jeux" } }),
    ...lifecycle
  },
  rule: {
    added: { after: rule },
    "condition-changed": { before: forbid, after: forbid },
    "text-changed": text,
    ...sharedBy({ fr: { description: "Sans jeux." } })
  }
}

const deprecation = {
  since: { version: "v1.1", date: "2026-03-02T09:00:00Z" },
  replaced_by: ["use_type/GAMES"],
  earliest_removal: { version: "v2.0", date: "2026-09-02", after: ["v1.1", "v1.2"], deprecated_in: "v1.1" }
}

const subjects: Readonly<Record<string, object>> = {
  dimension: { dimension: "use_type" },
  values: { dimension: "use_type" },
  value: { dimension: "use_type", value: "GAMES" },
  license: { license: "NIL-GAMES" },
  rule: { rule: "no-games" }
}

const changes: ReadonlyArray<Readonly<Record<string, unknown>>> = [
  { kind: "namespace-changed", bump: "major", ...text },
  { kind: "iri-changed", bump: "major", ...text },
  {
    kind: "title-changed",
    bump: "patch",
    before: { title: "A", description: "B" },
    after: { title: "C", description: "D" }
  },
  ...Object.entries(members).flatMap(([owner, kinds]) =>
    Object.entries(kinds).map(([end, facts]) => ({
      kind: `${owner}-${end}`,
      bump: "minor",
      ...(subjects[owner] === undefined
        ? {}
        : { ...subjects[owner], item: "use_type/GAMES", label: "Games", translations, deprecation }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the members of a change
      ...(facts as object)
    }))
  )
]

const bodyOf = (change: unknown): unknown => ({ ...changesExample, changes: [change] })
const accepts = Schema.is<Schema.Codec<unknown>>(ChangesBody)

/** All values that a change becomes if one of its places, the change itself included, is removed or replaced. */
const mutants = (body: unknown): ReadonlyArray<unknown> => {
  if (typeof body !== "object" || body === null) return [null, 0.5]
  if (Array.isArray(body)) {
    return [0.5, {}, ...body.flatMap((member, index) => mutants(member).map((other) => body.with(index, other)))]
  }
  const entries = Object.entries(body)
  return [
    0.5,
    [],
    ...entries.map(([name]) => Object.fromEntries(entries.filter(([other]) => other !== name))),
    ...entries.flatMap(([name, member]) => mutants(member).map((other) => ({ ...body, [name]: other })))
  ]
}

describe("the type of changes", () => {
  it.each(changes)("judges $kind, with one place changed, as the contract does", (change) => {
    assert.isTrue(accepts(bodyOf(change)), `The contract has another form of ${JSON.stringify(change)}`)
    assert.isUndefined(findMismatch(changesType, bodyOf(change)))
    for (const mutant of mutants(change)) {
      assert.strictEqual(
        findMismatch(changesType, bodyOf(mutant)) === undefined,
        accepts(bodyOf(mutant)),
        JSON.stringify(mutant)
      )
    }
  })

  it.each([
    ["bump", { kind: "iri-changed", bump: "none" }, '"patch" | "minor" | "major"'],
    [
      "after",
      {
        kind: "dimension-shape-changed",
        bump: "major",
        ...subjects["dimension"],
        item: "a",
        label: "A",
        before: "flags",
        after: "list"
      },
      '"single" | "multiple" | "territory" | "flags"'
    ]
  ] as const)("names the values that %s can have", (name, change, expected) => {
    assert.deepStrictEqual(findMismatch(changesType, bodyOf(change)), {
      message: `Expected ${expected}`,
      path: ["changes", 0, name]
    })
  })

  it.each(["major", "minor", "patch", "none"])("takes %s as the required bump", (required_bump) => {
    assert.isUndefined(findMismatch(changesType, { ...changesExample, required_bump }))
  })

  it.each(["dimension-merged", "license-definition-changed", "rule-deprecated", "taxonomy-removed", "Value-added", ""])(
    "takes the kind %j of a newer service with any members",
    (kind) => {
      assert.isUndefined(findMismatch(changesType, bodyOf({ kind, bump: "minor", before: 7, item: 7 })))
      assert.deepStrictEqual(findMismatch(changesType, bodyOf({ kind, bump: "minor", translations: [] })), {
        message: "Expected object",
        path: ["changes", 0, "translations"]
      })
    }
  )
})
