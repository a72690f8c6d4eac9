import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { renderTypes } from "../../../../src/api/typescript/RenderTypes.ts"
import { runProgram } from "../../../../src/client/program/RunProgram.ts"
import { temporaryFolder } from "../../../support/Repository.ts"

const schemaFile = fileURLToPath(new URL("../../../../releases/v1.0.0/schema.json", import.meta.url))
const types = renderTypes(JSON.parse(await readFile(schemaFile, "utf8")))
const key = "nil_0123456789abcdefABCDEF0123456789"

const run = async (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) => {
  const ran = { stdout: "", stderr: "" }
  const code = await runProgram(args, environment, {
    print: (text) => (ran.stdout += text),
    complain: (text) => (ran.stderr += text)
  })
  return { code, ...ran }
}

describe("taxonomy-client", () => {
  it("prints the types of a saved schema, or writes them to a file", async () => {
    assert.deepStrictEqual(await run(["types", "--schema", schemaFile]), { code: 0, stdout: types, stderr: "" })
    const out = join(await temporaryFolder(), "taxonomy.ts")
    assert.deepStrictEqual(await run(["types", "--schema", schemaFile, "--out", out]), {
      code: 0,
      stdout: `Wrote the types of nil-licensing 1.0.0 to ${out}.\n`,
      stderr: ""
    })
    assert.strictEqual(await readFile(out, "utf8"), types)
  })

  it("prints its help", async () => {
    const help = await run([])
    assert.strictEqual(help.code, 0)
    assert.include(help.stdout, "taxonomy-client types [--version <version>]")
    for (const args of [["--help"], ["types", "-h"]]) assert.deepStrictEqual(await run(args), help)
  })

  it.each([
    [["typse"], 'Unknown command "typse".'],
    [["--version", "v1"], 'Unknown command "".'],
    [["types", "more"], 'Unknown argument "more".'],
    [["types", "--versoin", "v1"], "Unknown option '--versoin'."],
    [["types", "--version"], "Option '--version <value>' argument missing."],
    [["types", "--schema", "a.json", "--version", "v1"], "--schema needs no service. Remove --version."],
    [["types"], "The address of the service is missing. Set TAXONOMY_URL or --url."],
    [["types", "--url", "http://127.0.0.1"], "The API key is missing. Set TAXONOMY_API_KEY or --key-file."]
  ])("refuses %j", async (args, problem) => {
    assert.deepStrictEqual(await run(args), {
      code: 2,
      stdout: "",
      stderr: `error: ${problem} Run taxonomy-client --help.\n`
    })
  })

  it.each([["--key", key], [`--key=${key}`], ["--api-key", key], [`--apikey=${key}`]])(
    "refuses an API key as an option, and does not repeat it: %s",
    async (...option) => {
      const { code, stderr, stdout } = await run(["types", ...option])
      assert.deepStrictEqual([code, stdout], [2, ""])
      assert.include(stderr, "An API key is not an option")
      assert.notInclude(stderr, key)
    }
  )

  it.each([
    [["--url", "licensing.example"], "TAXONOMY_URL or --url: must be"],
    [["--version", "1.x"], "--version: "]
  ])("names the option that the client refuses: %j", async (options, problem) => {
    const environment = { TAXONOMY_URL: "http://127.0.0.1", TAXONOMY_API_KEY: key }
    const { code, stderr } = await run(["types", ...options], environment)
    assert.strictEqual(code, 2)
    assert.isTrue(stderr.startsWith(`error: ${problem}`), stderr)
  })

  it("says which file it cannot read or write, or why it is not a schema", async () => {
    const folder = await temporaryFolder()
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const broken = await file("broken.json", "{")
    const other = await file("other.json", '{"version":"v1.0"}')
    await mkdir(join(folder, "taken"))
    const cases = [
      [["--schema", join(folder, "missing.json")], "missing.json cannot be read: ENOENT"],
      [["--schema", broken], "broken.json is not JSON: "],
      [["--schema", other], 'other.json is not the schema of a release: Missing key at ["namespace"].'],
      [["--schema", schemaFile, "--out", join(folder, "taken")], "taken cannot be written: EISDIR"],
      [["--url", "http://127.0.0.1", "--key-file", join(folder, "key")], "key cannot be read: ENOENT"]
    ] as const
    for (const [options, problem] of cases) {
      const { code, stderr, stdout } = await run(["types", ...options])
      assert.deepStrictEqual([code, stdout], [3, ""])
      assert.include(stderr, problem)
    }
  })
})
