import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { rolldown } from "rolldown"
import { compileClient } from "../../../scripts/client/CompileClient.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const folder = await temporaryFolder()
await compileClient(folder)

/** Bundles a program for a browser, minified, and returns its bytes after gzip. */
const sizeOf = async (program: string): Promise<number> => {
  const entry = join(folder, "program.js")
  const plugin = {
    name: "program",
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? program : null)
  }
  const build = await rolldown({ input: entry, platform: "browser", plugins: [plugin] })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return gzipSync(output[0].code).length
}

/** The maximal size of what a program imports, in bytes after gzip. */
const sizes = [
  ["the whole client", 'export * from "./index.js"', 42_500],
  ["the class of the client", 'export { TaxonomyClient } from "./index.js"', 15_700],
  ["what checks, migrates and compares configs", 'export * from "./validate.js"', 28_500],
  ["what checks and migrates configs", 'export { migrateConfig, validateConfig } from "./validate.js"', 11_800],
  ["what answers questions on licenses", 'export { covers, permits } from "./validate.js"', 17_000],
  ["what checks configs", 'export { validateConfig } from "./validate.js"', 8_200],
  ["what verifies proofs", 'export * from "./verify.js"', 8_000],
  ["what verifies webhooks", 'export * from "./webhook.js"', 3_000],
  ["some errors", 'export { NotFound, RateLimitExceeded, NetworkError } from "./index.js"', 1_000],
  ["one error class", 'export { NotFound } from "./index.js"', 400],
  ["nothing", 'import "./index.js"', 100]
] as const

describe("a bundle", () => {
  it.each(sizes)("of %s is small", async (_, program, maxBytes) => {
    assert.isAtMost(await sizeOf(program), maxBytes)
  })
})

describe("an entry for browsers", () => {
  it.each(["validate.js", "verify.js", "webhook.js"])("has the error class of the whole client: %s", async (file) => {
    const load = (file: string): Promise<{ readonly InvalidArgument: unknown }> =>
      import(pathToFileURL(join(folder, file)).href)
    const [whole, part] = [await load("index.js"), await load(file)]
    assert.isFunction(part.InvalidArgument)
    assert.strictEqual(part.InvalidArgument, whole.InvalidArgument)
  })

  it.each(["validate.js", "verify.js", "webhook.js"])("loads nothing that sends requests: %s", async (file) => {
    const build = await rolldown({ input: join(folder, file), platform: "browser" })
    const { output } = await build.generate({ sourcemap: false })
    await build.close()
    assert.notMatch(output[0].code, /\bfetch\b|Authorization|\bapiKey\b/)
    assert.isEmpty(output[0].imports)
  })
})
