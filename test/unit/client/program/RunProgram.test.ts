import { once } from "node:events"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { renderTypes } from "../../../../src/api/typescript/RenderTypes.ts"
import { runProgram } from "../../../../src/client/program/RunProgram.ts"
import type { Dimension } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { servedSchema } from "../../../support/domain/PublishedSchemas.ts"
import { taxonomyOf, useType } from "../../../support/domain/SmallTaxonomy.ts"
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

  it("tells once and shortly what a service says of deprecations", async () => {
    const schema = await readFile(schemaFile)
    const headers = { "Content-Type": "application/json", "X-Deprecation-Warning": "a is deprecated; b is deprecated" }
    const server = createServer((_, response) => response.writeHead(200, headers).end(schema)).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    const ran = await run(["types", "--url", `http://127.0.0.1:${port}`], { TAXONOMY_API_KEY: key })
    server.close()
    assert.deepStrictEqual(ran, {
      code: 0,
      stdout: types,
      stderr: "warning: Deprecation: a is deprecated; GET /v1/schema has the others\n"
    })
  })

  it("prints its help", async () => {
    const help = await run([])
    assert.strictEqual(help.code, 0)
    assert.deepStrictEqual(await run(["--help"]), help)
    for (const name of ["validate", "migrate", "permits", "covers", "types"]) {
      assert.include(help.stdout, `  ${name} `)
      const own = await run([name, "-h"])
      assert.strictEqual(own.code, 0)
      assert.include(own.stdout, `\n  taxonomy-client ${name} `)
      assert.include(own.stdout, "--key-file <file>")
    }
  })

  it.each([
    [["typse"], 'Unknown command "typse".'],
    [["--version", "v1"], 'Unknown command "".'],
    [["types", "more"], 'Unknown argument "more".'],
    [["validate"], "validate needs <config>."],
    [["permits", "A"], "permits needs <use>."],
    [["validate", "a.json", "b.json"], 'Unknown argument "b.json".'],
    [["types", "--format", "json"], "types does not take --format."],
    [["validate", "a.json", "--format", "yaml"], "--format must be pretty or json."],
    [["permits", "-", "-", "--schema", "a.json"], "Standard input can be read once. Name a file for the rest."],
    [["types", "--schema", "a.json", "--folder", "releases"], "--schema needs no service. Remove --folder."],
    [["types", "--folder", "releases", "--url", "http://127.0.0.1"], "--folder needs no service. Remove --url."],
    [
      ["validate", "a.json", "--schema", schemaFile, "--locale", "fr_CA"],
      "--locale must be a language tag such as fr or pt-BR, or several with commas."
    ],
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
      [["--schema", broken], "broken.json:1:2: The file is not JSON. Expected "],
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

describe("the answers of taxonomy-client", async () => {
  const folder = await temporaryFolder()
  const file = async (name: string, content: unknown): Promise<string> => {
    await writeFile(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  const media: Dimension = {
    ...useType,
    name: "media",
    label: "Media",
    role: "scope",
    translations: { fr: { label: "Médias" } },
    values: [
      { code: "TV", label: "Television", description: "…", translations: { fr: { label: "Télévision" } } },
      { code: "PRINT", label: "Print", description: "…" }
    ]
  }
  const rule = { id: "no-print", description: "Print is over.", forbid: { media: { contains: "PRINT" } } }
  const taxonomy = taxonomyOf({
    dimensions: [media, { ...useType, required: true, role: "scope" }],
    licenses: [
      { code: "TV-NEWS", name: "TV news", description: "…", config: { media: ["TV"], use_type: ["editorial"] } }
    ],
    rules: [rule]
  })
  const schema = await file("roles.json", servedSchema(taxonomy))
  const older = await file("older.json", servedSchema({ ...taxonomy, rules: [] }))
  const wrong = await file("wrong.json", { media: ["PRINT"], use_type: ["editorail"] })
  const use = await file("use.json", { media: ["TV"] })
  const wide = await file("wide.json", { media: ["TV"], use_type: ["editorial", "educational"] })
  const ask = (...args: ReadonlyArray<string>) => run([...args, "--schema", schema])

  it("names all problems of a config at once, with labels in the language of the reader", async () => {
    assert.deepStrictEqual(await ask("validate", wrong, "--locale", "fr-CA"), {
      code: 1,
      stdout: `${wrong} is not valid in release 1.0.0.
  use_type.0: Use type (use_type) has no value "editorail". Did you mean Editorial ("editorial")?
  media: The rule no-print forbids this combination. Print is over.
`,
      stderr: ""
    })
    const missing = await ask("validate", use, "--format", "json", "--locale", "fr")
    assert.strictEqual(missing.code, 1)
    const { problems, ...rest } = JSON.parse(missing.stdout)
    assert.deepStrictEqual(rest, {
      question: "validate",
      release: "1.0.0",
      verdict: "invalid",
      deprecated: [],
      advice: []
    })
    assert.deepStrictEqual(
      problems.map(({ kind }: { readonly kind: string }) => kind),
      ["MissingDimension"]
    )
    const valid = await ask("validate", wide)
    assert.deepStrictEqual(valid, { code: 0, stdout: `${wide} is valid in release 1.0.0.\n`, stderr: "" })
  })

  it("says whether a license permits a use, and in which language", async () => {
    const yes = await ask("permits", "TV-NEWS", use, "--locale", "fr")
    assert.strictEqual(yes.code, 0)
    assert.include(yes.stdout, `Yes. TV-NEWS permits the use in ${use}.\n`)
    const no = await ask("permits", "TV-NEWS", await file("print.json", { media: ["PRINT"] }), "--locale", "fr")
    assert.strictEqual(no.code, 1)
    assert.include(no.stdout, "  Médias (media): the license is for Télévision (TV), not for Print (PRINT)\n")
    const json = await ask("permits", "TV-NEWS", use, "--format", "json")
    const { question, release, verdict, ...facts } = JSON.parse(json.stdout)
    assert.deepStrictEqual([question, release, verdict], ["permits", "1.0.0", "yes"])
    assert.hasAllKeys(facts, ["reasons", "open", "within", "provided", "uncompared", "repair"])
  })

  it("says whether a license covers another, which can be a code or a file", async () => {
    assert.strictEqual((await ask("covers", wide, "TV-NEWS")).code, 0)
    const { code, stdout } = await ask("covers", "TV-NEWS", wide)
    assert.strictEqual(code, 1)
    assert.include(stdout, `No. TV-NEWS does not cover ${wide}.\n`)
  })

  it("has another exit code than that of a no for licenses and uses that nobody can judge", async () => {
    assert.deepStrictEqual(await ask("permits", "TV-NEWS", wrong), {
      code: 2,
      stdout: "",
      stderr: `error: ${wrong} is not valid. Correct it:
  use_type.0: Use type (use_type) has no value "editorail". Did you mean Editorial ("editorial")?
`
    })
    const unknown = await ask("covers", "TV-NEWZ", wide)
    assert.deepStrictEqual([unknown.code, unknown.stdout], [2, ""])
    assert.include(
      unknown.stderr,
      'No base license of release 1.0.0 and no file is called "TV-NEWZ". Did you mean "TV-NEWS"?'
    )
    const roleless = await run(["permits", "NIL-EDU-IMAGE", use, "--schema", schemaFile])
    assert.deepStrictEqual([roleless.code, roleless.stdout], [2, ""])
    assert.include(roleless.stderr, "No dimension of release 1.0.0 has a role")
  })

  it("says what a release makes of a config, and writes what becomes of it", async () => {
    const print = await file("contract.json", { media: ["PRINT"], use_type: ["editorial"] })
    const broken = await ask("migrate", print, "--from", older)
    assert.strictEqual(broken.code, 1)
    assert.include(
      broken.stdout,
      `${print} is not valid in release 1.0.0 any more.\nWhat broke:\n  media: The rule no-print`
    )
    const out = join(folder, "new.json")
    const valid = await ask("migrate", wide, "--out", out, "--format", "json")
    assert.strictEqual(valid.code, 0)
    assert.deepInclude(JSON.parse(valid.stdout), { question: "migrate", release: "1.0.0", verdict: "valid" })
    assert.deepStrictEqual(JSON.parse(await readFile(out, "utf8")), JSON.parse(await readFile(wide, "utf8")))
  })

  it("reads a folder of releases", async () => {
    const releases = fileURLToPath(new URL("../../../../releases/v1.0.0", import.meta.url))
    const { code, stderr, stdout } = await run(["validate", wrong, "--folder", releases])
    assert.deepStrictEqual([code, stderr], [1, ""])
    assert.include(stdout, 'Unknown dimension "media".')
    const missing = await run(["validate", wrong, "--folder", folder])
    assert.strictEqual(missing.code, 2)
    assert.include(missing.stderr, "error: --folder: must contain ledger.ndjson or manifest.json.")
  })
})
