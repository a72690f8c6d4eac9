import { mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { runNode } from "../../support/CommandLine.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"
import type { SourceFiles } from "../../support/Sources.ts"
import { toolModules, toolPath } from "../../support/Tools.ts"
import { publishStory } from "../../system/server/licensing.ts"
import { TestServer, use } from "../../system/server/TestServer.ts"
import { generators } from "./Generators.ts"

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  noEmit: true,
  // Generators write no declarations. Those of packages and of the language are not the subject, and take long.
  skipLibCheck: true,
  types: []
}

/** Makes a project that has the tools and the document. */
const makeProject = async (document: Buffer, files: SourceFiles): Promise<string> => {
  const folder = await temporaryFolder()
  await symlink(toolModules, join(folder, "node_modules"))
  await writeFiles(folder, {
    "package.json": '{"private":true,"type":"module"}',
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }),
    ...files
  })
  await writeFile(join(folder, "openapi.json"), document)
  return folder
}

/** Runs a tool in a project; fails with what it printed. */
const runTool = async (cwd: string, program: string, ...args: ReadonlyArray<string>): Promise<void> => {
  const { code, stderr, stdout } = await runNode([toolPath(program), ...args], { cwd })
  assert.deepStrictEqual([code, code === 0 ? "" : stdout + stderr], [0, ""], program)
}

type Run = (baseUrl: string, key: string) => Promise<unknown>
const isRun = (value: unknown): value is Run => typeof value === "function"

/** Bundles a program as developers do, and loads its `run`. */
const loadProgram = async (cwd: string): Promise<Run> => {
  const options = ["--bundle", "--format=esm", "--platform=node", "--outfile=bundle/use.mjs"]
  await mkdir(join(cwd, "bundle"))
  await runTool(cwd, "esbuild", "use.ts", ...options)
  const loaded: unknown = await import(pathToFileURL(join(cwd, "bundle/use.mjs")).href)
  if (!Predicate.hasProperty(loaded, "run") || !isRun(loaded.run)) throw new Error("use.ts exports no run")
  return loaded.run
}

const guide = await readFile(new URL("../../../docs/how-to/generate-a-client.md", import.meta.url), "utf8")

describe("a client that is generated from the document of a release", () => {
  layer(
    TestServer.layer((releases) => publishStory(releases)),
    { excludeTestServices: true }
  )("with a real server", (it) => {
    it.effect.each(generators.map((generator) => [generator.name, generator] as const))(
      "compiles, refuses misspelt names, filters and reads errors: %s",
      ([, { command, files }]) =>
        Effect.gen(function* () {
          const { get, key, port } = yield* TestServer
          const baseUrl = `http://127.0.0.1:${port}/api/taxonomy`
          const { bytes } = yield* get("/v1/openapi.json")
          assert.include(guide, `\`npx ${command.join(" ")}\``)
          const outcome = yield* Effect.promise(async () => {
            const project = await makeProject(bytes, files(baseUrl))
            const [program, ...args] = command
            await runTool(project, program, ...args)
            const [run] = await Promise.all([loadProgram(project), runTool(project, "tsc", "--project", ".")])
            return await run(baseUrl, key)
          })
          const filtered = yield* get("/v1/licenses?use_type=editorial&use_type=educational&territory=US")
          const pinned = yield* get(
            "/v1/licenses?version=v1.0&exclusive_categories=QSR_FAST_FOOD&exclusive_categories=QSR"
          )
          // Otherwise it would not show that each value of a filter arrives.
          assert.propertyVal(filtered.json, "count", 3)
          assert.propertyVal(pinned.json, "count", 1)
          assert.deepStrictEqual(outcome, {
            filtered: filtered.json,
            pinned: pinned.json,
            config: { global: true, avatars: false, scope: "non_commercial" },
            refused: [401, { error: "Unauthorized", message: "Invalid API key" }],
            missing: [404, "version-not-found", "Taxonomy version v1.9 not found"]
          })
        })
    )
  })
})

const reading = await readFile(new URL("../../../docs/reading.md", import.meta.url), "utf8")

/** The documented option by which a library does not repeat a request after 429. */
const optionOf = (library: string): string => {
  const option = new RegExp(`^\\|.*\`${library}\`.*\\| \`(.+)\` *\\|$`, "m").exec(reading)?.[1]
  if (option === undefined) throw new Error(`docs/reading.md has no option for ${library}`)
  return option
}

/** Each prints the status of its response. */
const repeatingPrograms = {
  got: `
import got from "got"
const { statusCode } = await got(url, { headers, throwHttpErrors: false, ${optionOf("got")} })
console.log(statusCode)`,
  ky: `
import ky from "ky"
const { status } = await ky(url, { headers, throwHttpErrors: false, ${optionOf("ky")} })
console.log(status)`,
  "axios-retry": `
import axios from "axios"
import axiosRetry from "axios-retry"
const client = axios.create({ headers })
axiosRetry(client, { ${optionOf("axios-retry")} })
await client.get(url).catch(({ response }) => console.log(response.status))`,
  undici: `
import { Agent, fetch, RetryAgent } from "undici"
const dispatcher = new RetryAgent(new Agent(), { ${optionOf("undici")} })
const { status } = await fetch(url, { headers, dispatcher })
console.log(status)`
}

describe("a library that repeats requests, with the documented option", () => {
  layer(TestServer.layer(), { excludeTestServices: true })("with a real server", (it) => {
    it.effect.each(Object.entries(repeatingPrograms))("does not wait an hour after 429: %s", ([, program]) =>
      Effect.gen(function* () {
        const { newKey, port } = yield* TestServer
        const { identifier, key } = yield* newKey("free")
        yield* use(identifier, "free", 100)
        const url = `http://127.0.0.1:${port}/api/taxonomy/v1/licenses`
        const constants = `const [url, headers] = ["${url}", { Authorization: "Bearer ${key}" }]`
        const { stderr, stdout } = yield* Effect.promise(async () => {
          const cwd = await makeProject(Buffer.from("{}"), { "use.mjs": `${constants}\n${program}` })
          return runNode([join(cwd, "use.mjs")], { cwd })
        })
        assert.deepStrictEqual([stdout, stderr], ["429\n", ""])
      })
    )
  })
})
