import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { DimensionsBody } from "../../../../src/api/bodies/DimensionsBody.ts"
import { LicensesBody } from "../../../../src/api/bodies/LicenseBody.ts"
import { SchemaBody } from "../../../../src/api/bodies/SchemaBody.ts"
import { evolve, emptyHistory, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { normalize } from "../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { chooseFormat } from "../../../../src/release/artifacts/FormatChoice.ts"
import { render } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { publish, publishedEvent } from "../../../support/arbitrary/releases.ts"

const value = (code: string, more: Partial<Value> = {}): Value => ({ code, label: code, description: code, ...more })

const dimension = (name: string, ...values: ReadonlyArray<Value>) =>
  ({ name, label: name, description: name, shape: "multiple", required: false, values }) as const

const taxonomyOf = (use: ReadonlyArray<Value>, more: Partial<Taxonomy> = {}): Taxonomy =>
  normalize({
    namespace: "test",
    title: "Test",
    description: "A test.",
    dimensions: [dimension("access", value("open")), dimension("use", ...use)],
    licenses: [{ code: "L-1", name: "One", description: "The first.", config: {} }],
    rules: [],
    ...more
  })

const plain = taxonomyOf([value("a"), value("b"), value("c")])

const translated = taxonomyOf(
  [
    value("a", {
      translations: { fr: { label: "Un" }, "pt-BR": { label: "Um" } },
      deprecated: { replaced_by: ["b", "access/open"], replacement_mode: "all_of", reason: "Split." }
    }),
    value("b", { deprecated: { replaced_by: ["c"], translations: { fr: { reason: "Trop." } }, reason: "Too much." } }),
    value("c")
  ],
  { translations: { fr: { title: "Essai" } } }
)

/** The history of releases in format 3, and its files as JSON or text. */
const publishAll = (...releases: ReadonlyArray<readonly [version: string, taxonomy: Taxonomy]>) => {
  const history = releases.reduce<ReleaseHistory>(
    (before, [version, taxonomy]) =>
      evolve(before, publishedEvent(before, { ...publish(version, taxonomy), format: 3 })),
    emptyHistory
  )
  const newest = history.releases.get(Version.make(releases.at(-1)?.[0] ?? ""))
  const files = newest === undefined ? undefined : render(newest)?.files
  return (path: string): string => files?.get(path) ?? ""
}

const decode = <A, I>(schema: Schema.Codec<A, I>, text: string): A =>
  Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(JSON.parse(text))

describe("format 3", () => {
  const file = publishAll(["1.0.0", plain], ["1.1.0", translated])

  it("writes bodies that the contract describes", () => {
    decode(SchemaBody, file("schema.json"))
    decode(DimensionsBody, file("dimensions.json"))
    decode(LicensesBody, file("licenses.json"))
  })

  it("shows translations beside the texts, sorted by language", () => {
    const { dimensions, translations } = decode(SchemaBody, file("schema.json"))
    assert.deepStrictEqual(translations, { fr: { title: "Essai" } })
    const shown = dimensions["use"]?.value_details["a"]?.translations ?? {}
    assert.deepStrictEqual(Object.entries(shown), [
      ["fr", { label: "Un" }],
      ["pt-BR", { label: "Um" }]
    ])
  })

  it("shows the IRI of the taxonomy", () => {
    const later = publishAll(
      ["1.0.0", plain],
      ["1.1.0", { ...plain, iri: "https://vocabulary.example/test/" }],
      ["2.0.0", { ...plain, iri: "https://vocabulary.example/test#" }]
    )
    assert.strictEqual(decode(SchemaBody, later("schema.json")).iri, "https://vocabulary.example/test#")
    assert.notProperty(JSON.parse(file("schema.json")), "iri")
  })

  it("tells a split and a move from alternatives, with references to the items", () => {
    const { deprecations } = decode(SchemaBody, file("schema.json"))
    assert.deepStrictEqual(
      deprecations.map(({ item, replaced_by, replacement }) => ({ item, replaced_by, replacement })),
      [
        {
          item: "use/a",
          replaced_by: ["b", "access/open"],
          replacement: { mode: "all_of", items: ["use/b", "access/open"] }
        },
        { item: "use/b", replaced_by: ["c"], replacement: { mode: "one_of", items: ["use/c"] } }
      ]
    )
  })

  it("lists the items that the release or an earlier one removed, and no item that came back", () => {
    const removed = taxonomyOf([value("c")])
    const later = publishAll(
      ["1.0.0", plain],
      ["1.1.0", translated],
      ["2.0.0", removed],
      ["2.1.0", taxonomyOf([value("c"), value("b")])]
    )
    assert.deepStrictEqual(decode(SchemaBody, later("schema.json")).removed, [
      {
        item: "use/a",
        removed_in: "2.0.0",
        replacement: { mode: "all_of", items: ["use/b", "access/open"] },
        reason: "Split."
      }
    ])
    assert.deepStrictEqual(decode(SchemaBody, file("schema.json")).removed, [])
  })

  it("tells which releases must come before a removal, as of each release", () => {
    const earliest = (body: (path: string) => string) =>
      decode(SchemaBody, body("schema.json")).deprecations.map(({ earliest_removal }) => earliest_removal)
    const first = { version: "v2.0", date: "2026-07-01", after: ["v1.2", "v1.3"] }
    assert.deepStrictEqual(earliest(file)[0], first)
    const next = publishAll(["1.0.0", plain], ["1.1.0", translated], ["1.2.0", { ...translated, title: "Next" }])
    assert.deepStrictEqual(earliest(next)[0], { ...first, after: ["v1.3"] })
  })
})

describe("chooseFormat", () => {
  it("chooses format 1 for a snapshot that uses nothing new", () => {
    assert.strictEqual(chooseFormat(undefined, plain), 1)
  })

  it("chooses the format after this one for a translation, a split or a move", () => {
    const splitOnly = taxonomyOf([value("a", { deprecated: { replaced_by: ["b", "c"], replacement_mode: "all_of" } })])
    const moveOnly = taxonomyOf([value("a", { deprecated: { replaced_by: ["access/open"] } })])
    const titleOnly = taxonomyOf([], { translations: { fr: { title: "Essai" } } })
    for (const taxonomy of [translated, splitOnly, moveOnly, titleOnly]) {
      assert.strictEqual(chooseFormat({ format: 1 }, taxonomy), 3)
    }
  })

  it("does not return to an older format than that of the base once the translations are gone", () => {
    assert.strictEqual(chooseFormat({ format: 3 }, plain), 3)
  })
})
