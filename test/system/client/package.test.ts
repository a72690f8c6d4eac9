import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { cpSync } from "node:fs"
import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { renderTypes } from "../../../src/api/typescript/RenderTypes.ts"
import { clientVersion } from "../../../src/client/ClientVersion.ts"
import { RequestTimedOut } from "../../../src/client/Package.ts"
import { formatVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { otherFiles } from "../../support/ClientTarballs.ts"
import { runNode } from "../../support/CommandLine.ts"
import { servedSchema } from "../../support/domain/PublishedSchemas.ts"
import { taxonomyOf, useType } from "../../support/domain/SmallTaxonomy.ts"
import { oldNode } from "../../support/OldNode.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { compilers, typeCheck } from "../../support/types/TypeCheck.ts"
import { documentAt } from "../docs/Documents.ts"
import { signLog } from "../server/signedLog.ts"
import { TestServer } from "../server/TestServer.ts"
import { openPage } from "./BrowserPage.ts"
import { failures, results } from "./HostileAnswers.ts"
import { hostileServer } from "./HostileServer.ts"
import { copyOf, lend, packedFolder, packedTarball, projectWithClient, root } from "./PackedClient.ts"

const name = "@nil-licensing/client"

/** A project with the client only. */
const plain = await projectWithClient()

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

/** A project with the dependencies of the Effect interface and the types of Node. */
const equipped = await copyOf(plain)
for (const lent of ["effect", "@types/node", "undici-types"]) await lend(equipped, lent)

// The releases and the types that the guide reads.
await symlink(join(root, "releases"), join(equipped, "releases"))
await writeFile(
  join(equipped, "taxonomy.ts"),
  renderTypes(JSON.parse(await readFile(join(root, "releases/v1.0.0/schema.json"), "utf8")))
)

const installed = join(plain, "node_modules", name)
const read = (file: string) => readFile(join(installed, file), "utf8")

/** The entries and programs of the package. */
const { bin, exports }: Manifest = JSON.parse(await read("package.json"))
const entryFiles = [
  ...Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.default])),
  ...Object.values(bin)
].map((file) => basename(file, ".js"))

const importedBy = async (file: string): Promise<ReadonlyArray<string>> =>
  [...(await read(file)).matchAll(/^(?:import|export)\b[^;\n]*\bfrom ["']([^"']+)["']/gm)].flatMap(
    ([, from]) => from ?? []
  )

/** A module of the package, and those that it imports. */
const modulesOf = async (file: string): Promise<ReadonlyArray<string>> => {
  const found = new Set([file])
  for (const module of found) {
    for (const from of await importedBy(module)) if (from.startsWith(".")) found.add(join(module, "..", from))
  }
  return [...found]
}

/** The code blocks of a document in one language. */
const blocksOf = (document: string, language: string): ReadonlyArray<string> =>
  documentAt(document).blocks.flatMap((block) => (block.language === language ? [block.code] : []))

/** Lines of declarations without a comment before them. The comment of an overridden member is on the original. */
const undescribed = (declarations: string): ReadonlyArray<string> => {
  // Parameters of constructors are described with the properties. Inferred types come from elsewhere.
  const lines = declarations
    .replaceAll(/^ +constructor\((?:.*\n)*?.*\);$/gm, "    constructor();")
    .replaceAll(/ = typeof globalThis extends \{(?:.*\n)*?\} \?/g, " = ?")
    .split("\n")
  return lines.filter((line, index) => {
    if (
      /^\s*(?:import|export (?:type )?[*{]|export default|readonly _tag = |#private|private |declare const \w+_base: )/.test(
        line
      )
    )
      return false
    const declares =
      /^(?:export )?(?:declare |abstract |type |interface |class |const )/.test(line) ||
      /^\s+(?:readonly |static |abstract |get )*(?:[A-Za-z_]\w*|\[\w+: string\])\??(?:[:(<]| =)/.test(line)
    return declares && !/\*\/\s*$/.test(lines[index - 1] ?? "")
  })
}

const readme = blocksOf("src/client/README.md", "js")
const guide = blocksOf("docs/client.md", "ts")

const [upgrade = ""] = blocksOf("docs/how-to/upgrade.md", "ts")
/** Every spelling of a version that the client takes, and two versions that it does not find. */
const versions = ["1.0.0", "v1.0.0", "1.0", "v1.0", "1", "v1", "v1.999", "one"]
const unknownVersions = versions.slice(6)

const { config }: { readonly config: unknown } = JSON.parse(
  await readFile(join(root, "releases/v1.0.0/licenses/NIL-EDU-IMAGE.json"), "utf8")
)

/** A contract per version, in the lines of the guide. */
const contracts = (written: (version: string) => string = (version) => version): string =>
  versions.map((id) => `${JSON.stringify({ id, version: written(id), config })}\n`).join("")

reportSkipped("the client in a browser")

/** A program with the types of release 1.0.0, whose mistakes a compiler finds. */
const typedProgram = `
import { TaxonomyClient, validateConfig, type TaxonomySchema } from "${name}"
import type { Config, LicenseCode, Taxonomy, UseTypeValue } from "./taxonomy.ts"

const client = new TaxonomyClient<Taxonomy>({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample", version: "v1.0" })
export const read = async (): Promise<void> => {
  await client.licenses()
  const { licenses } = await client.licenses({ use_type: ["editorial", "educational"], territory: "US" })
  for (const { code, config } of licenses) {
    const known: LicenseCode = code
    const uses: ReadonlyArray<UseTypeValue> | undefined = config.use_type
    const isAvatar: boolean | undefined = config.ai_synthetic_use?.avatar_only
    // @ts-expect-error -- a misspelt dimension
    console.log(known, uses, isAvatar, config.usetype)
  }
  // @ts-expect-error -- a misspelt dimension
  await client.licenses({ usetype: "editorial" })
  // @ts-expect-error -- a misspelt code
  await client.licenses({ use_type: "editoral" })
  // @ts-expect-error -- a misspelt code in a list
  await client.licenses({ use_type: ["editorial", "US"] })
  const { config } = await client.license("NIL-EDU-IMAGE")
  const exact: Config = config
  // @ts-expect-error -- a license that does not exist
  await client.license("NIL-EDU-IMAGES")
  const { dimensions } = await client.dimensions()
  const codes: ReadonlyArray<UseTypeValue> = dimensions.use_type.values
  // @ts-expect-error -- a misspelt dimension
  console.log(exact, codes, dimensions.usetype)

  const schema = await client.schema()
  const verdict = validateConfig(schema, JSON.parse("{}"))
  if (verdict.valid) {
    const valid: Config = verdict.config
    console.log(valid)
    // @ts-expect-error -- a misspelt dimension
    console.log(verdict.config.usetype)
  } else {
    const missing: undefined = verdict.config
    console.log(missing, verdict.problems)
  }
  const anySchema: TaxonomySchema = schema
  console.log(validateConfig(anySchema, {}))
}

const untyped = new TaxonomyClient({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample" })
export const readAny = async (code: string, dimension: string): Promise<void> => {
  const { config } = await untyped.license(code)
  const { licenses } = await untyped.licenses({ [dimension]: code, any_name: ["A"] })
  const { dimensions } = await untyped.dimensions()
  console.log(config["use_type"], licenses.map(({ code }) => code), dimensions[dimension]?.values)
  const { config: valid } = validateConfig(await untyped.schema(), {})
  console.log(valid?.["use_type"])
}

declare const console: { readonly log: (...values: ReadonlyArray<unknown>) => void }
`

/** Calls several servers in turn and prints the results. */
const askAll = `
  import { TaxonomyClient } from "${name}"
  const ask = async ({ port, timeout }) => {
    const baseUrl = "http://127.0.0.1:" + port
    const apiKey = "nil_0123456789abcdefABCDEF0123456789"
    const client = new TaxonomyClient({ baseUrl, apiKey, timeout, retryDelay: 1, maxBodyBytes: 65536 })
    try {
      return (await client.license("SAMPLE-PODCAST")).code
    } catch (failure) {
      return { error: failure.name, says: failure.message }
    }
  }
  const told = []
  for (const server of JSON.parse(process.argv[1])) told.push(await ask(server))
  console.log(JSON.stringify(told))`

const askedOnOldNode = async (
  asked: ReadonlyArray<{ readonly port: number; readonly timeout: number }>
): Promise<ReadonlyArray<string | { readonly error: string; readonly says: string }>> => {
  const args = ["--input-type=module", "-e", askAll, JSON.stringify(asked)]
  return JSON.parse((await promisify(execFile)(oldNode ?? "", args, { cwd: plain })).stdout)
}

describe("the package", () => {
  it("contains compiled JavaScript with source maps, declarations, a README and the notices, and nothing else", async () => {
    const files = await readdir(installed)
    const compiled = entryFiles.flatMap((file) => [`${file}.js`, `${file}.d.ts`])
    assert.includeMembers(files, compiled)
    assert.deepStrictEqual(
      files.filter((file) => !/\.(?:d\.ts|js\.map)$/.test(file) && !compiled.includes(file)),
      ["README.md", "THIRD-PARTY-NOTICES.md", "chunks", "package.json"]
    )
    for (const chunk of await readdir(join(installed, "chunks"))) assert.match(chunk, /\.js(?:\.map)?$/)
  })

  it("has source maps that contain the sources, whose paths are those of the project", async () => {
    for (const chunk of await modulesOf("index.js")) {
      const text = await read(chunk)
      if (!text.includes("sourceMappingURL")) continue
      const { sources, sourcesContent }: Readonly<Record<"sources" | "sourcesContent", ReadonlyArray<string>>> =
        JSON.parse(await read(`${chunk}.map`))
      for (const source of sources) assert.match(source, /^(?:src|node_modules)\//)
      assert.lengthOf(sourcesContent, sources.length)
    }
  })

  it("requires a Node whose require loads ES modules", async () => {
    const { engines }: { readonly engines: unknown } = JSON.parse(await read("package.json"))
    assert.deepStrictEqual(engines, { node: "^20.19 || >=22.12" })
  })

  it("knows its own version", async () => {
    const { version }: { readonly version: unknown } = JSON.parse(await read("package.json"))
    assert.strictEqual(clientVersion, version)
  })

  it("replaces its own tarballs, and nothing else", async () => {
    assert.deepStrictEqual((await readdir(packedFolder)).sort(), [...otherFiles, basename(packedTarball)].sort())
  })

  it("describes every declared member", async () => {
    const files = (await readdir(installed)).filter((file) => file.endsWith(".d.ts"))
    const bare = await Promise.all(
      files.map(async (file) => undescribed(await read(file)).map((line) => `${file}: ${line}`))
    )
    assert.isAbove(files.length, 5)
    // Editors show the comments of the base class of errors.
    const isInherited = (line: string) => /Errors\.d\.ts: +readonly (?:code|status)\b/.test(line)
    assert.deepStrictEqual(
      bare.flat().filter((line) => !isInherited(line)),
      []
    )
  })

  it("installs without dependencies", async () => {
    const packages = (await readdir(join(plain, "node_modules"))).filter((folder) => !folder.startsWith("."))
    assert.deepStrictEqual(packages, [name.split("/")[0]])
  })

  it("imports only itself, and Effect in its Effect interface", async () => {
    for (const file of await modulesOf("index.js")) {
      for (const from of await importedBy(file)) assert.match(from, /^\.{1,2}\//, file)
    }
    for (const from of await importedBy("effect.js")) assert.match(from, /^(?:\.\/chunks\/|effect\/[A-Z])/)
    for (const file of (await readdir(installed)).filter((file) => file.endsWith(".d.ts"))) {
      for (const from of await importedBy(file)) {
        assert.match(from, file === "effect.d.ts" ? /^(?:\.\/|effect\/)/ : /^\.\//, file)
      }
    }
  })

  it("names the license of every bundled package", async () => {
    const notices = await read("THIRD-PARTY-NOTICES.md")
    const packages = [...notices.matchAll(/^## (\S+) \d/gm)].map(([, packaged]) => packaged)
    assert.deepStrictEqual(packages, ["fastest-levenshtein"])
  })

  it("is a download of less than 330 kB, most of which are source maps", async () => {
    assert.isBelow((await stat(packedTarball)).size, 330_000)
  })
})

describe("strict TypeScript", () => {
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const strict = {
    target: "es2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true
  }
  const compile = async (folder: string, project: string, compilerOptions: object, files: Record<string, string>) => {
    for (const [file, code] of Object.entries(files)) await writeFile(join(folder, file), code)
    const settings = { compilerOptions: { ...strict, ...compilerOptions }, files: Object.keys(files) }
    await writeFile(join(folder, project), JSON.stringify(settings))
    const { code, stdout } = await runNode([tsc, "-p", project], { cwd: folder })
    return { code, stdout }
  }

  it.each([
    ["nodenext", { module: "nodenext", types: ["node"] }],
    ["bundler", { module: "esnext", moduleResolution: "bundler", types: ["node"] }]
  ])("compiles all examples of the guide with the module resolution %s", async (resolution, options) => {
    const files = Object.fromEntries(guide.map((code, index) => [`${resolution}-${index}.ts`, code]))
    assert.isAbove(guide.length, 4)
    // The linked packages have declarations of their own, which are not checked.
    const settings = { ...options, skipLibCheck: true }
    assert.deepStrictEqual(await compile(equipped, `${resolution}.json`, settings, files), { code: 0, stdout: "" })
  })

  it("compiles the first example with the settings of the guide, in a new npm package", async () => {
    const folder = await temporaryFolder()
    await symlink(join(equipped, "node_modules"), join(folder, "node_modules"))
    await promisify(execFile)("npm", ["init", "--yes"], { cwd: folder })
    const manifest: object = JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
    await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, type: "commonjs" }))
    await writeFile(join(folder, "first.mts"), guide[0] ?? "")
    const [, settings = ""] =
      /`(\{"compilerOptions".*\})`/.exec(await readFile(join(root, "docs/client.md"), "utf8")) ?? []
    await writeFile(join(folder, "tsconfig.json"), settings)
    const { code, stdout } = await runNode([tsc], { cwd: folder })
    assert.deepStrictEqual([code, stdout], [0, ""])
  })

  it.each([
    ["neither a browser nor Node", ["es2022"]],
    ["a browser", ["es2022", "dom"]]
  ])("compiles with only the types of %s", async (_, lib) => {
    const code = `
      import { TaxonomyClient, RateLimitExceeded, type License, type AnyTaxonomyError } from "${name}"
      import { verifyArtifact, type VerificationError } from "${name}/verify"
      const client = new TaxonomyClient({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample" })
      export const license: Promise<License> = client.license("X")
      export const proven = async () => {
        const { artifact, path, proof, version } = await client.proof("X")
        const { signers } = await verifyArtifact(artifact, proof, "a key", { path, version })
        return signers.map(({ id }) => id)
      }
      export const refused = (e: VerificationError) => e._tag === "ProofRejected" ? e.problem._tag : e.message
      export const seconds = (e: unknown): number | undefined => e instanceof RateLimitExceeded ? e.retryAfter : undefined
      export const told = (e: AnyTaxonomyError): string => {
        switch (e._tag) {
          case "NetworkError": return String(e.attempts)
          case "ServerError": return String(e.status)
          default: return e.message
        }
      }`
    const options = { module: "nodenext", types: [], lib }
    assert.deepStrictEqual(await compile(plain, `${lib.length}.json`, options, { [`types-${lib.length}.ts`]: code }), {
      code: 0,
      stdout: ""
    })
  })

  it("takes the fetch of undici", async () => {
    const code = `
      import { TaxonomyClient, type Fetch } from "${name}"
      import type { fetch as undici } from "undici-types"
      declare const own: typeof undici
      export const given: Fetch = own
      export const platform: Fetch = fetch
      export const client = new TaxonomyClient({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample", fetch: own })`
    // The linked packages have declarations of their own, which are not checked.
    const options = { module: "nodenext", types: ["node"], skipLibCheck: true }
    assert.deepStrictEqual(await compile(equipped, "undici.json", options, { "undici.ts": code }), {
      code: 0,
      stdout: ""
    })
  })

  it.each([
    ["node20", true],
    ["nodenext", true],
    ["node16", false]
  ])("is imported by CommonJS if the module setting allows it: %s", async (module, loads) => {
    const code = `
      import { TaxonomyClient } from "${name}"
      export const client = new TaxonomyClient({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample" })`
    const options = { module, types: [], verbatimModuleSyntax: false }
    const { code: ended } = await compile(plain, `${module}.json`, options, { [`${module}.cts`]: code })
    assert.strictEqual(ended === 0, loads)
  })

  it("accepts options that may be undefined", async () => {
    const code = `
      import { TaxonomyClient } from "${name}"
      declare const some: { readonly signal: AbortSignal | undefined; readonly version: string | undefined }
      export const client = new TaxonomyClient({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample", ...some })
      export const license = client.license("X", { signal: some.signal })`
    const options = { module: "nodenext", types: [], lib: ["es2022", "dom"] }
    assert.deepStrictEqual(await compile(plain, "undefined.json", options, { "undefined.ts": code }), {
      code: 0,
      stdout: ""
    })
  })

  it.each([true, false])("takes the types of a release, with exact optional properties: %s", async (isExact) => {
    const options = { modules: join(plain, "node_modules"), exactOptionalPropertyTypes: isExact }
    const files = {
      "taxonomy.ts": await typesOf(join(root, "releases/v1.0.0/schema.json")),
      "typed.ts": typedProgram
    }
    assert.deepStrictEqual(
      await typeCheck(files, options),
      compilers.map(() => "")
    )
  })

  it("rejects members outside of the contract", async () => {
    const code = `
      import { TaxonomyClient } from "${name}"
      const client = new TaxonomyClient({ baseUrl: "http://127.0.0.1", apiKey: "nil_sample" })
      export const name: Promise<number> = client.license("X").then(({ code }) => code)
      export const more = client.licences()`
    const { stdout } = await compile(plain, "wrong.json", { module: "nodenext", types: [] }, { "wrong.ts": code })
    assert.match(stdout, /wrong\.ts\(4,.*TS2322/)
    assert.match(stdout, /wrong\.ts\(5,.*TS2551/)
    assert.strictEqual(stdout.split("\n").filter((line) => line.startsWith("wrong.ts")).length, 2)
  })
})

describe("an installed client with a hostile server on an older Node", () => {
  it.live.skipIf(oldNode === undefined)("has the same results and errors", () =>
    Effect.gen(function* () {
      const rows = [
        ...results.map(([name, answering, requests]) => ({ name, answering, requests, expected: undefined })),
        ...failures.map(([name, answering, expected]) => ({ name, answering, requests: expected.requests, expected }))
      ]
      const attempt = Effect.fnUntraced(function* (timeout: number) {
        const servers = yield* Effect.forEach(rows, ({ answering }) => hostileServer(answering))
        const asked = servers.map(({ port }, index) => ({
          port,
          timeout: rows[index]?.expected?.error === RequestTimedOut ? timeout : 20_000
        }))
        return { servers, told: yield* Effect.promise(() => askedOnOldNode(asked)) }
      })
      let timeout = 300
      let { servers, told } = yield* attempt(timeout)
      // On a busy machine, the time-out can end before the request has reached the server.
      while (servers.some(({ requests }) => requests.length === 0)) {
        ;({ servers, told } = yield* attempt((timeout *= 2)))
      }
      for (const [index, { expected, name, requests }] of rows.entries()) {
        const outcome = told[index]
        if (expected === undefined || typeof outcome !== "object") {
          assert.strictEqual(outcome, expected === undefined ? "SAMPLE-PODCAST" : undefined, name)
        } else {
          assert.strictEqual(outcome.error, expected.error.name, name)
          assert.include(outcome.says, expected.says, name)
        }
        assert.lengthOf(servers[index]?.requests ?? [], requests, name)
      }
    }).pipe(Effect.scoped)
  )
})

const roledTaxonomy = taxonomyOf({ dimensions: [{ ...useType, role: "scope" }] })

const exclusiveTaxonomy = taxonomyOf({
  dimensions: [
    { ...useType, role: "scope" },
    { ...useType, name: "exclusive", role: "exclusivity", unset: "nothing", reserves: "use_type" }
  ],
  licenses: [
    { code: "SOLE", config: { use_type: ["editorial"], exclusive: ["editorial"] } },
    { code: "PLAIN", config: { use_type: ["editorial"] } }
  ].map((license) => ({ name: license.code, description: "…", ...license }))
})

const toJson = (value: unknown): string => JSON.stringify(value)
const fieldsOf = (json: string): Readonly<Record<string, unknown>> => JSON.parse(json)

const typesOf = async (schema: string): Promise<string> => renderTypes(JSON.parse(await readFile(schema, "utf8")))

/** Runs the program of the installed package as npm links it. */
const runProgramOf = (node: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const program = join(plain, "node_modules/.bin/taxonomy-client")
    execFile(node, [program, ...args], { cwd: plain, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr: withoutDeprecations(stderr) })
    )
  })

/** What later releases deprecate is no matter of these tests. */
const withoutDeprecations = (stderr: string): string => stderr.replaceAll(/^(?:warning: )?Deprecation: .*\n/gm, "")

const { key: logKey } = await generateSigningKey("licensing.example/taxonomy", "ed25519")

// The releases of this project, which the examples read, with a log that a key of the test signs.
const releases = (folder: string) =>
  Effect.andThen(
    Effect.sync(() => cpSync(join(ownProject, "releases"), folder, { recursive: true })),
    signLog(folder, logKey)
  )

/** The version that the server serves by default: whatever this repository published last as 1.x. */
const servedVersion = Effect.gen(function* () {
  const { get } = yield* TestServer
  const { headers } = yield* get("/v1/dimensions")
  return String(headers["x-taxonomy-version"])
})

const environment = Effect.map(TestServer, ({ key, port }) => ({
  TAXONOMY_URL: `http://127.0.0.1:${port}/api/taxonomy`,
  TAXONOMY_API_KEY: key,
  TAXONOMY_LOG_VERIFIER_KEY: formatVerifierKey(logKey.verifier)
}))

layer(TestServer.layer(releases), { excludeTestServices: true })("an installed client", (it) => {
  it.effect("runs the example of its README", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const { code, stderr, stdout } = yield* Effect.promise(async () => {
        await writeFile(join(plain, "readme.js"), readme.join("\n"))
        return runNode(["readme.js"], { cwd: plain, env })
      })
      assert.strictEqual(code, 0, stderr)
      // The README names this version.
      assert.match(stdout, /Educational use of name and image, taxonomy v1\.\d+/)
      assert.include(stdout, 'Did you mean Educational ("educational")?')
    })
  )

  it.effect.each(guide.map((code, index) => [index + 1, code] as const))(
    "runs example %i of the guide",
    ([number, code]) =>
      Effect.gen(function* () {
        const env = yield* environment
        const ran = yield* Effect.promise(async () => {
          // The first example is also JavaScript, with the file name of the guide.
          const file = number === 1 ? "first.mjs" : `example-${number}.ts`
          await writeFile(join(equipped, file), code)
          return runNode([file], { cwd: equipped, env })
        })
        assert.deepStrictEqual([ran.code, withoutDeprecations(ran.stderr)], [0, ""])
        // A release can have no deprecated items.
        if (!code.includes("onDeprecation")) assert.isNotEmpty(ran.stdout)
      })
  )

  it.effect("migrates contracts with the program of the guide to upgrades, however their versions are written", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const version = `${(yield* servedVersion).slice(1)}.0`
      const { code, stderr, stdout } = yield* Effect.promise(async () => {
        await writeFile(join(equipped, "migrate.mts"), upgrade)
        await writeFile(join(equipped, "contracts.ndjson"), contracts())
        return runNode(["migrate.mts"], { cwd: equipped, env })
      })
      assert.strictEqual(
        stdout,
        versions
          .slice(0, -unknownVersions.length)
          .map((written) => `${written} valid\n`)
          .join("")
      )
      assert.match(stderr, /^v1\.999 VersionNotFound: [^]*^one InvalidArgument: version: must be /m)
      assert.strictEqual(code, 1)
      const migrated = yield* Effect.promise(() => readFile(join(equipped, "modernized.ndjson"), "utf8"))
      assert.strictEqual(
        migrated,
        contracts((written) => (unknownVersions.includes(written) ? written : version))
      )
    })
  )

  it.effect("can be loaded with require", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const script = `
        const { TaxonomyClient } = require("${name}")
        const { TAXONOMY_URL: baseUrl, TAXONOMY_API_KEY: apiKey } = process.env
        new TaxonomyClient({ baseUrl, apiKey }).license("NIL-EDU-IMAGE").then(({ code }) => console.log(code))`
      const { stdout } = yield* Effect.promise(() =>
        runNode(["--input-type=commonjs", "-e", script], { cwd: plain, env })
      )
      assert.strictEqual(stdout, "NIL-EDU-IMAGE\n")
    })
  )

  it.effect.skipIf(oldNode === undefined)("runs on an older Node, with import and with require", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const rest = `
        const { TAXONOMY_URL: baseUrl, TAXONOMY_API_KEY: apiKey } = process.env
        new TaxonomyClient({ baseUrl, apiKey }).schema().then((schema) =>
          console.log(validateConfig(schema, schema.base_licenses[0].config).valid))`
      const scripts = [
        ["module", `import { TaxonomyClient, validateConfig } from "${name}"; ${rest}`],
        ["commonjs", `const { TaxonomyClient, validateConfig } = require("${name}"); ${rest}`]
      ] as const
      for (const [type, script] of scripts) {
        const { stdout } = yield* Effect.promise(() =>
          promisify(execFile)(oldNode ?? "", [`--input-type=${type}`, "-e", script], { cwd: plain, env })
        )
        assert.strictEqual(stdout, "true\n")
      }
    })
  )

  it.each([process.execPath, ...(oldNode === undefined ? [] : [oldNode])])(
    "answers whether a license permits a use, and covers another, without a service: %s",
    async (node) => {
      const script = `
        import { covers, describePermits, InvalidConfig, permits } from "${name}/validate"
        const schema = ${JSON.stringify(servedSchema(roledTaxonomy))}
        const [one, both] = [{ use_type: ["editorial"] }, { use_type: ["editorial", "educational"] }]
        const answers = [covers(schema, both, one), covers(schema, one, both), permits(schema, one, {}), permits(schema, {}, one)]
        console.log(answers.map(({ verdict }) => verdict).join())
        console.log(describePermits(schema, permits(schema, one, both), { license: "L", use: "the use" })[1])
        try {
          permits(schema, one, { use_type: ["news"] })
        } catch (error) {
          console.log(error instanceof InvalidConfig, error._tag, error.code, error.problems.length)
        }`
      const { stdout } = await promisify(execFile)(node, ["--input-type=module", "-e", script], { cwd: plain })
      assert.deepStrictEqual(stdout.split("\n"), [
        "yes,no,yes,unknown",
        "  Use type (use_type): the license is for Editorial (editorial), not for Educational (educational)",
        "true InvalidConfig invalid-config 1",
        ""
      ])
    }
  )

  it.effect.each([process.execPath, ...(oldNode === undefined ? [] : [oldNode])])(
    "writes the types of a release with its program, from the service and from a saved schema: %s",
    (node) =>
      Effect.gen(function* () {
        const env = yield* environment
        const run = (args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) =>
          Effect.promise(() => runProgramOf(node, ["types", ...args], { ...env, ...more }))
        const saved = join(root, "releases/v1.0.0/schema.json")
        const types = yield* Effect.promise(() => typesOf(saved))

        assert.deepStrictEqual(yield* run(["--version", "v1.0.0"]), { code: 0, stdout: types, stderr: "" })
        assert.deepStrictEqual(yield* run(["--schema", saved], { TAXONOMY_API_KEY: "" }), {
          code: 0,
          stdout: types,
          stderr: ""
        })
        // The same test runs with another Node in the same folder.
        const own = randomUUID()
        const keyFile = join(plain, `key-${own}`)
        yield* Effect.promise(() => writeFile(keyFile, `${env.TAXONOMY_API_KEY}\n`))
        const file = `written-${own}.ts`
        const options = ["--url", env.TAXONOMY_URL, "--key-file", keyFile, "--version", "v1.0.0", "--out", file]
        const written = yield* run(options, { TAXONOMY_API_KEY: "", TAXONOMY_URL: "" })
        assert.deepStrictEqual(written.stdout, `Wrote the types of nil-licensing 1.0.0 to ${file}.\n`)
        assert.strictEqual(yield* Effect.promise(() => readFile(join(plain, file), "utf8")), types)

        const unknown = yield* run(["--version", "v1.999"])
        assert.deepStrictEqual([unknown.code, unknown.stdout], [3, ""])
        assert.match(unknown.stderr, /^error: .*999/)
        const refused = yield* run([], { TAXONOMY_API_KEY: env.TAXONOMY_API_KEY.replace(/.$/, "-") })
        assert.deepStrictEqual([refused.code, refused.stdout], [3, ""])
      })
  )

  it.effect("judges configs and licenses with its program, by the service, a folder and a saved schema", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const write = (file: string, content: unknown) =>
        Effect.promise(() => writeFile(join(plain, file), toJson(content)))
      const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runProgramOf(process.execPath, args, env))
      yield* write("sound.json", config)
      yield* write("wrong.json", { ...Object(config), use_type: ["educatoinal"] })
      const folder = join(root, "releases/v1.0.0")
      for (const source of [
        ["--version", "v1.0.0"],
        ["--folder", folder],
        ["--schema", join(folder, "schema.json")]
      ]) {
        assert.deepStrictEqual(yield* run("validate", "sound.json", ...source), {
          code: 0,
          stdout: "sound.json is valid in release 1.0.0.\n",
          stderr: ""
        })
        assert.deepStrictEqual(yield* run("validate", "wrong.json", ...source), {
          code: 1,
          stdout: `wrong.json is not valid in release 1.0.0.
  use_type.0: Use type (use_type) has no value "educatoinal". Did you mean Educational ("educational")?
`,
          stderr: ""
        })
      }
      const migrated = yield* run("migrate", "sound.json", "--from", "v1.0.0", "--version", "v1", "--format", "json")
      assert.strictEqual(migrated.code, 0, migrated.stderr)
      assert.deepStrictEqual(fieldsOf(migrated.stdout)["config"], config)

      yield* write("roles.json", servedSchema(roledTaxonomy))
      yield* write("narrow.json", { use_type: ["editorial"] })
      yield* write("wide.json", { use_type: ["editorial", "educational"] })
      for (const [command, a, b, code, verdict] of [
        ["covers", "wide.json", "narrow.json", 0, "yes"],
        ["covers", "narrow.json", "wide.json", 1, "no"],
        ["permits", "wide.json", "narrow.json", 0, "yes"],
        ["permits", "narrow.json", "wide.json", 1, "no"]
      ] as const) {
        const answer = yield* run(command, a, b, "--schema", "roles.json", "--format", "json")
        assert.deepStrictEqual([answer.code, answer.stderr], [code, ""])
        assert.deepInclude(fieldsOf(answer.stdout), { question: command, release: "1.0.0", verdict })
      }
      const roleless = yield* run("permits", "NIL-EDU-IMAGE", "narrow.json", "--version", "v1.0.0")
      assert.deepStrictEqual([roleless.code, roleless.stdout], [2, ""])
    })
  )

  it.effect("finds clashes of contracts that name base licenses", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const script = `
        import { readFileSync } from "node:fs"
        import { findClashes } from "${name}/validate"
        const schema = JSON.parse(readFileSync("exclusive.json", "utf8"))
        const of = (licensee, license) => ({ licensor: "Ada", licensee, version: "1.0.0", license })
        const { pairs, uncompared } = findClashes([schema], [of("1", "SOLE"), of("2", "PLAIN"), of("3", "NONE")])
        console.log(pairs.map(({ a, b, verdict }) => [a.license, b.license, verdict].join(" ")).join())
        console.log(uncompared.map(({ kind, message }) => kind + ": " + message).join())`
      const ran = yield* Effect.promise(async () => {
        await writeFile(join(plain, "exclusive.json"), toJson(servedSchema(exclusiveTaxonomy)))
        return runNode(["--input-type=module", "-e", script], { cwd: plain, env })
      })
      assert.deepStrictEqual(
        [ran.stdout, ran.stderr],
        ["SOLE PLAIN clash\nUnknownLicense: The schema of release 1.0.0 has no base license NONE.\n", ""]
      )
    })
  )

  it.effect("has the same error classes in both interfaces", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const script = `
        import * as Effect from "effect/Effect"
        import * as Redacted from "effect/Redacted"
        import { NotFound } from "${name}"
        import { TaxonomyClient } from "${name}/effect"
        const { TAXONOMY_URL: baseUrl, TAXONOMY_API_KEY: key } = process.env
        const client = await Effect.runPromise(TaxonomyClient.make({ baseUrl, apiKey: Redacted.make(key) }))
        console.log((await Effect.runPromise(Effect.flip(client.license("NO-SUCH")))) instanceof NotFound)`
      const { stderr, stdout } = yield* Effect.promise(() =>
        runNode(["--input-type=module", "-e", script], { cwd: equipped, env })
      )
      assert.deepStrictEqual([stdout, stderr], ["true\n", ""])
    })
  )

  it.effect.skipIf(!hasChromium)("starts in a browser only if allowed, and then reads", () =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const page = yield* openPage(installed)
      const options = `{ baseUrl: "http://127.0.0.1:${port}/api/taxonomy", apiKey: "${key}" }`
      const told = yield* Effect.promise(() =>
        page.evaluate(`(async () => {
          const { TaxonomyClient } = await import("/index.js")
          const told = []
          try { new TaxonomyClient(${options}) } catch (error) { told.push(error.name + " " + error.argument) }
          const client = new TaxonomyClient({ ...${options}, dangerouslyAllowBrowser: true })
          // Twice, since a cached body would be revalidated with a header that CORS does not allow.
          for (let time = 0; time < 2; time++) told.push((await client.license("NIL-EDU-IMAGE")).code)
          const { response } = await client.license("NIL-EDU-IMAGE", { cache: "no-cache" }).withResponse()
          told.push(response.rateLimit.limit, response.version.taxonomy)
          try { await client.license("NO-SUCH") } catch (error) { told.push(error.name, typeof error.requestId) }
          return told
        })()`)
      )
      assert.deepStrictEqual(told, [
        "InvalidArgument dangerouslyAllowBrowser",
        "NIL-EDU-IMAGE",
        "NIL-EDU-IMAGE",
        "unlimited",
        yield* servedVersion,
        "NotFound",
        "string"
      ])
    }).pipe(Effect.scoped)
  )
})
