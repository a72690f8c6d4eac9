import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { indexLicenseEntries, type LicenseEntries } from "../../../src/server/representation/LicenseEntries.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { noReleases, servedFrom } from "./servedFrom.ts"

layer(NodeServices.layer, { excludeTestServices: true })("the bodies of a release", (it) => {
  it.effect("are the published bytes in every content encoding, with their digest", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU", "FILM"))
      const served = yield* servedFrom(releases)
      const { bodies } = yield* served.load("1.0.0")
      assert.deepStrictEqual([...bodies.keys()].toSorted(), [
        "dimensions.json",
        "licenses.json",
        "licenses/EDU.json",
        "licenses/FILM.json",
        "schema.json"
      ])
      for (const [path, { br, gzip, identity, sha256: digest }] of bodies) {
        const published = Buffer.from(yield* fs.readFile(`${releases}/v1.0.0/${path}`))
        assert.isTrue(published.equals(Buffer.from(identity)))
        assert.strictEqual(digest, sha256(published))
        assert.strictEqual(typeof identity === "string", published.length <= 32_768)
        assert.strictEqual(br === undefined, published.length < 256)
        assert.strictEqual(gzip === undefined, published.length < 256)
        if (br !== undefined) assert.isTrue(brotliDecompressSync(br).equals(published))
        if (gzip !== undefined) assert.isTrue(gunzipSync(gzip).equals(published))
      }
    })
  )

  it.effect("are the same at every load and use no more memory than they report", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU", "FILM"))
      const first = yield* (yield* servedFrom(releases)).load("1.0.0")
      const second = yield* (yield* servedFrom(releases)).load("1.0.0")
      assert.notStrictEqual(first, second)
      assert.deepStrictEqual(first.bodies, second.bodies)

      const views = [...first.bodies.values()].flatMap(({ br, gzip, identity }) => [br, gzip, identity])
      const blocks = new Set(views.flatMap((view) => (typeof view === "object" ? [view.buffer] : [])))
      blocks.add(first.licenseEntries.prefix.buffer)
      const held = [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0)
      assert.isAtMost(held, first.byteLength)
    })
  )

  it.effect("contain an index of the licenses for any codes and texts", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const lists: ReadonlyArray<ReadonlyArray<string>> = [
        [],
        ["007"],
        ["1", "10", "9", "A", "b.c+d-e_f"],
        ["__proto__", "constructor", "count", "licenses"].map((code) => code.replace(/^_+/, "x"))
      ]
      for (const codes of lists) {
        const releases = yield* noReleases
        yield* publishRelease(releases, "1.0.0", awkward(vocabulary(...codes)))
        const served = yield* servedFrom(releases)
        const { licenseEntries } = yield* served.load("1.0.0")
        const published = Buffer.from(yield* fs.readFile(`${releases}/v1.0.0/licenses.json`))
        assert.isTrue(joined(licenseEntries).equals(published))
        const { licenses } = decodeList(published.toString())
        assert.deepStrictEqual(
          [...licenseEntries.entries.keys()],
          licenses.map(({ code }) => code)
        )
        assert.deepStrictEqual(
          [...licenseEntries.entries.values()].map((entry) => decodeEntry(text(entry))),
          [...licenses]
        )
      }
    })
  )
})

describe("indexLicenseEntries", () => {
  const entry = (code: string, name: string) => ({ code, name, config: { [name]: [name, { "]}": code }] } })

  it.effect.prop(
    "finds every entry, and the pieces join to the same bytes",
    [
      Schema.Array(Schema.Struct({ code: Schema.String, name: Schema.String })),
      Schema.String,
      Schema.Record(Schema.String, Schema.String)
    ],
    Effect.fnUntraced(function* ([drawn, version, rest]) {
      const licenses = [...new Map(drawn.map(({ code, name }) => [code, entry(code, name)])).values()]
      const bytes = Buffer.from(
        `${written({ version, decoy: { licenses: [{ code: version }] }, licenses, count: licenses.length, _meta: rest })}\n`
      )
      const cut = yield* indexLicenseEntries(bytes)
      assert.isDefined(cut)
      if (cut === undefined) return
      assert.isTrue(joined(cut).equals(bytes))
      assert.deepStrictEqual(
        [...cut.entries.keys()],
        licenses.map(({ code }) => code)
      )
      for (const license of licenses) {
        assert.strictEqual(text(cut.entries.get(license.code)), written(license))
      }
      assert.strictEqual(text(cut.suffix)[0], ",")
    })
  )

  it.effect.each([
    ["has no list", `{"version":"v1.0"}`],
    ["is not an object", `[1]`],
    ["is empty", ""],
    ["has a wrong count", `{"licenses":[{"code":"A"}],"count":2,"_meta":{}}`],
    ["names a license twice", `{"licenses":[{"code":"A"},{"code":"A"}],"count":2,"_meta":{}}`],
    ["has an entry without a code", `{"licenses":[{"name":"A"}],"count":1,"_meta":{}}`],
    ["has an entry that is not an object", `{"licenses":[1],"count":1,"_meta":{}}`],
    ["is not compact", `{"licenses":[{"code":"A"}, {"code":"B"}],"count":2,"_meta":{}}`],
    ["has a trailing comma", `{"licenses":[{"code":"A"},],"count":1,"_meta":{}}`],
    ["is truncated", `{"licenses":[{"code":"A"`],
    ["ends after the count", `{"licenses":[],"count":0}`],
    ["has a count with a leading zero", `{"licenses":[],"count":01,"_meta":{}}`]
  ] as const)("refuses a list that %s", ([, list]) =>
    Effect.map(indexLicenseEntries(Buffer.from(list)), (cut) => {
      assert.isUndefined(cut)
    })
  )
})

const text = (bytes: Uint8Array = new Uint8Array()): string => Buffer.from(bytes).toString("utf8")

const written = (value: object): string => JSON.stringify(value)

const joined = ({ entries, prefix, suffix }: LicenseEntries): Buffer =>
  Buffer.from(`${text(prefix)}${[...entries.values()].map(text).join(",")}],"count":${entries.size}${text(suffix)}`)

const Entry = Schema.StructWithRest(Schema.Struct({ code: Schema.String }), [
  Schema.Record(Schema.String, Schema.Unknown)
])
const decodeEntry = Schema.decodeSync(Schema.fromJsonString(Entry))
const decodeList = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ licenses: Schema.Array(Entry) })))

/** With texts that look like the ends of what they are in. */
const awkward = (taxonomy: Taxonomy): Taxonomy => ({
  ...taxonomy,
  licenses: taxonomy.licenses.map((license, index) => ({
    ...license,
    name: `“${license.code}” \\\\ {[ "licenses":[{ ],"count":${index} 漢字 🎬`
  }))
})
