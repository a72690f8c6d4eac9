import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { DimensionsBody } from "../../../../src/api/bodies/DimensionsBody.ts"
import { LicenseBody, LicensesBody } from "../../../../src/api/bodies/LicenseBody.ts"
import { SchemaBody } from "../../../../src/api/bodies/SchemaBody.ts"

const root = join(import.meta.dirname, "../../../..")

/** The published releases of the project, and test releases with every kind of change. */
const releases = ["releases", "test/unit/release/format1/published/releases"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.startsWith("v"))
    .map((name) => join(folder, name))
)

/** Asserts that a schema decodes a body without errors and without loss. */
const decodes = (schema: Schema.Codec<unknown, unknown>, file: string) => {
  const body: unknown = JSON.parse(readFileSync(join(root, file), "utf8"))
  const decode = Schema.decodeUnknownSync(schema)
  expect(decode(body, { onExcessProperty: "error", errors: "all" })).toEqual(body)
  expect(decode(body)).toEqual(body)
}

describe("the bodies of the contract", () => {
  it.for(releases)("decode %s without excess fields", (release) => {
    decodes(LicensesBody, join(release, "licenses.json"))
    decodes(DimensionsBody, join(release, "dimensions.json"))
    decodes(SchemaBody, join(release, "schema.json"))
    const licenses = readdirSync(join(root, release, "licenses"))
    expect(licenses).not.toEqual([])
    for (const file of licenses) decodes(LicenseBody, join(release, "licenses", file))
  })

  it("are tested with deprecated items and all four shapes", () => {
    const schemas = releases.map((release) =>
      Schema.decodeUnknownSync(SchemaBody)(JSON.parse(readFileSync(join(root, release, "schema.json"), "utf8")))
    )
    expect(schemas.some(({ deprecations }) => deprecations.length > 0)).toBe(true)
    const shapes = schemas.flatMap(({ dimensions }) => Object.values(dimensions).map(({ shape }) => shape))
    expect(new Set(shapes)).toEqual(new Set(["single", "multiple", "territory", "flags"]))
  })
})
