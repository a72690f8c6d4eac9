import { cp, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { fromFolder, type FolderOptions } from "../../../../src/client/folder/ReleaseFolder.ts"
import {
  BadRequest,
  InvalidArgument,
  NetworkError,
  NotFound,
  UnexpectedAnswer,
  VersionNotFound
} from "../../../../src/client/Package.ts"
import { temporaryFolder } from "../../../support/Repository.ts"

const own = fileURLToPath(new URL("../../../../releases", import.meta.url))

const bodyOf = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(own, "v1.0.0", path), "utf8"))

/** A copy of the own first release, whose ledger goes on with these events. */
const copyWith = async (...events: ReadonlyArray<object>): Promise<string> => {
  const folder = await temporaryFolder()
  await cp(join(own, "v1.0.0"), join(folder, "v1.0.0"), { recursive: true })
  const [first = ""] = (await readFile(join(own, "ledger.ndjson"), "utf8")).split("\n")
  const lines = [first, ...events.map((event) => JSON.stringify(event)), ""]
  await writeFile(join(folder, "ledger.ndjson"), lines.join("\n"))
  return folder
}

const rejectionOf = async (result: Promise<unknown>): Promise<unknown> => {
  try {
    await result
  } catch (problem) {
    return problem
  }
  return assert.fail("It succeeded.")
}

describe("the client of a folder of releases", () => {
  it("returns what the release contains, with its response", async () => {
    const client = await fromFolder(own, { version: "v1.0.0" })
    const { data, response } = await client.schema().withResponse()
    assert.deepStrictEqual<unknown>(data, await bodyOf("schema.json"))
    assert.strictEqual(response.version?.taxonomy, "v1.0")
    assert.deepStrictEqual<unknown>(await client.dimensions(), await bodyOf("dimensions.json"))
    assert.deepStrictEqual<unknown>(await client.licenses(), await bodyOf("licenses.json"))
    assert.deepStrictEqual<unknown>(await client.license("NIL-CHARITY"), await bodyOf("licenses/NIL-CHARITY.json"))
    assert.strictEqual((await client.health()).status, "ok")
  })

  it("lists the licenses that match a filter, and rejects names that the release does not have", async () => {
    const client = await fromFolder(own, { version: "v1.0" })
    const { count, licenses } = await client.licenses({ use_type: ["editorial"], territory: "US" })
    assert.isTrue(count > 0 && count === licenses.length)
    for (const { config } of licenses) assert.include(config["use_type"], "editorial")
    for (const filter of [{ use_typ: "editorial" }, { use_type: "editoral" }, { constructor: "a" }]) {
      assert.instanceOf(await rejectionOf(client.licenses(filter)), BadRequest)
    }
  })

  it("lists the releases of the ledger with their status", async () => {
    const withdrawal = { version: "1.0.0", date: "2026-11-22T00:00:00Z", reason: "A mistake" }
    const folder = await copyWith(
      { type: "ReleaseWithdrawn", data: withdrawal },
      { type: "MajorEnded", data: { major: 2, date: "2027-01-01T00:00:00Z", reason: "Old" } },
      { type: "NewerEvent", data: {} }
    )
    const client = await fromFolder(folder, { version: "v1.0", warn: () => {} })
    const { releases } = await client.releases()
    assert.deepInclude(releases[0], { release: "1.0.0", status: "withdrawn", base: null, waivers: [] })
    assert.deepStrictEqual(releases.length, 1)
  })

  it("does not select a withdrawn release by its major, and warns of it otherwise", async () => {
    const folder = await copyWith({
      type: "ReleaseWithdrawn",
      data: { version: "1.0.0", date: "2026-11-22T00:00:00Z", reason: "A mistake" }
    })
    assert.instanceOf(await rejectionOf((await fromFolder(folder)).schema()), VersionNotFound)
    const warnings: Array<string> = []
    const client = await fromFolder(folder, { version: "v1.0", warn: (warning) => warnings.push(warning) })
    assert.strictEqual((await client.schema()).version, "v1.0")
    assert.deepStrictEqual(warnings, ["Deprecation: Release v1.0.0 was withdrawn"])
  })

  it.each<readonly [options: FolderOptions, error: Function, call: (client: Client) => Promise<unknown>]>([
    [{ version: "v1.9" }, VersionNotFound, (client) => client.schema()],
    [{ version: "v2" }, VersionNotFound, (client) => client.releases()],
    [{}, NotFound, (client) => client.license("NO-SUCH")],
    [{}, NotFound, (client) => client.items()],
    [{}, NotFound, (client) => client.dimension("use_type")],
    [{}, NotFound, (client) => client.changes({ from: "v1.0" })],
    [{}, NotFound, (client) => client.proof("schema")],
    [{}, NotFound, (client) => client.checkpoint()]
  ])("rejects what the folder does not have: %j, %o", async (options, error, call) => {
    const problem = await rejectionOf(call(await fromFolder(own, options)))
    assert.isTrue(problem instanceof Error && problem.constructor === error, String(problem))
  })
})

type Client = Awaited<ReturnType<typeof fromFolder>>

describe("the client of a folder of one release", () => {
  it("reads this release, and does not know of others", async () => {
    const client = await fromFolder(join(own, "v1.0.0"), { locale: "fr" })
    assert.strictEqual((await client.schema())._meta.release, "1.0.0")
    assert.instanceOf(await rejectionOf(client.releases()), NotFound)
  })
})

describe("a folder that was changed", () => {
  it.each([
    ["schema.json", UnexpectedAnswer],
    ["manifest.json", UnexpectedAnswer]
  ])("is not read: %s", async (path, error) => {
    const folder = await copyWith()
    const file = join(folder, "v1.0.0", path)
    await writeFile(file, `${await readFile(file, "utf8")} `)
    const client = await fromFolder(folder)
    const problem = await rejectionOf(client.schema())
    assert.instanceOf(problem, error)
    assert.match(problem.message, /does not have the digest sha256:[0-9a-f]{64}: it was changed\.$/)
    assert.include(problem.message, file)
  })

  it("lacks a file", async () => {
    const folder = await copyWith()
    const client = await fromFolder(folder)
    await rm(join(folder, "v1.0.0/schema.json"))
    const problem = await rejectionOf(client.schema())
    assert.instanceOf(problem, NetworkError)
    assert.strictEqual(problem.code, "ENOENT")
  })

  it("does not list a file", async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, "manifest.json"), JSON.stringify({ version: "1.0.0", files: {} }))
    const client = await fromFolder(folder)
    assert.instanceOf(await rejectionOf(client.schema()), UnexpectedAnswer)
    assert.instanceOf(await rejectionOf(client.license("A")), NotFound)
  })

  it.each([
    [{}, "folder: must contain ledger.ndjson or manifest.json."],
    [{ "manifest.json": "{}" }, 'folder: manifest.json is invalid: Missing key at ["version"].'],
    [{ "ledger.ndjson": "[]" }, "folder: ledger.ndjson is invalid: Expected object."],
    [
      { "ledger.ndjson": JSON.stringify({ type: "ReleasePublished", data: { version: "../.." } }) },
      'folder: ledger.ndjson is invalid: Expected a version such as 1.0.0 at ["version"].'
    ]
  ])("is none of releases: %j", async (files, message) => {
    const folder = await temporaryFolder()
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const problem = await rejectionOf(fromFolder(folder))
    assert.instanceOf(problem, InvalidArgument)
    assert.strictEqual(problem.message, message)
  })
})
