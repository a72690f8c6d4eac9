import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { DimensionsBody } from "../../../../src/api/bodies/DimensionsBody.ts"
import { LicenseBody, LicensesBody } from "../../../../src/api/bodies/LicenseBody.ts"
import { SchemaBody } from "../../../../src/api/bodies/SchemaBody.ts"
import { render } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { parseLedger } from "../../../../src/release/Ledger.ts"
import { readStory } from "../../../corpus/Corpus.ts"

/** The bodies of published releases: of the project, and with every kind of change. */
const releases = ["nil-licensing", "every-kind", "deprecations", "hotfixes"].flatMap((story) => {
  const { history } = Result.getOrThrow(parseLedger(Buffer.from(readStory(story))))
  return [...history.releases.values()].map((release): [name: string, files: ReadonlyMap<string, string>] => [
    `${story} ${release.version}`,
    render(release)?.files ?? new Map()
  ])
})

const bodyOf = (files: ReadonlyMap<string, string>, path: string): unknown => JSON.parse(files.get(path) ?? "")

/** Asserts that a schema decodes a body without errors and without loss. */
const decodes = (schema: Schema.Codec<unknown, unknown>, body: unknown) => {
  const decode = Schema.decodeUnknownSync(schema)
  expect(decode(body, { onExcessProperty: "error", errors: "all" })).toEqual(body)
  expect(decode(body)).toEqual(body)
}

describe("the bodies of the contract", () => {
  it.for(releases)("decode those of %s without excess fields", ([, files]) => {
    decodes(LicensesBody, bodyOf(files, "licenses.json"))
    decodes(DimensionsBody, bodyOf(files, "dimensions.json"))
    decodes(SchemaBody, bodyOf(files, "schema.json"))
    const licenses = [...files.keys()].filter((path) => path.startsWith("licenses/"))
    expect(licenses).not.toEqual([])
    for (const path of licenses) decodes(LicenseBody, bodyOf(files, path))
  })

  it("are tested with deprecated items and all four shapes", () => {
    const schemas = releases.map(([, files]) => Schema.decodeUnknownSync(SchemaBody)(bodyOf(files, "schema.json")))
    expect(schemas.some(({ deprecations }) => deprecations.length > 0)).toBe(true)
    const shapes = schemas.flatMap(({ dimensions }) => Object.values(dimensions).map(({ shape }) => shape))
    expect(new Set(shapes)).toEqual(new Set(["single", "multiple", "territory", "flags"]))
  })
})
