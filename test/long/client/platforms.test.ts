import { execFile } from "node:child_process"
import { cpSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ownProject } from "../../support/OwnProject.ts"
import { platformProgram, requireTool } from "../../support/Tools.ts"
import { projectWithClient } from "../../system/client/PackedClient.ts"
import { documentAt } from "../../system/docs/Documents.ts"
import { TestServer } from "../../system/server/TestServer.ts"

const run = promisify(execFile)

const [program = "", worker = ""] = documentAt("docs/how-to/use-the-client.md").blocks.flatMap(({ code, language }) =>
  language === "ts" ? [code] : []
)

const project = await projectWithClient()
await writeFile(join(project, "read.ts"), program)
await writeFile(join(project, "worker.ts"), worker)

// The releases of this project, which the examples read.
const releases = (folder: string) =>
  Effect.sync(() => cpSync(join(ownProject, "releases"), folder, { recursive: true }))

const environment = Effect.map(TestServer, ({ key, port }) => ({
  TAXONOMY_URL: `http://127.0.0.1:${port}/api/taxonomy`,
  TAXONOMY_API_KEY: key
}))

describe("the packed client", () => {
  layer(TestServer.layer(releases), { excludeTestServices: true })((it) => {
    it.effect.each([
      ["Bun", platformProgram("@oven", "bin/bun"), []],
      ["Deno", platformProgram("@deno", "deno"), ["run", "--allow-env", "--allow-net", "--no-remote"]]
    ] as const)("runs the program of the guide in %s", ([, command, options]) =>
      Effect.gen(function* () {
        const env = { PATH: process.env["PATH"], HOME: project, ...(yield* environment) }
        const { stdout } = yield* Effect.promise(() => run(command, [...options, "read.ts"], { cwd: project, env }))
        assert.strictEqual(stdout, "v1.0 true\n")
      })
    )

    it.effect("serves parallel requests from one client in a Worker", () =>
      Effect.gen(function* () {
        const url = "http://worker.example/?use_type=editorial"
        const { get } = yield* TestServer
        const { json } = yield* get("/v1/licenses?version=v1.0&use_type=editorial")
        const expected = namesOf(json)
        const { dispatchFetch } = yield* startWorker(yield* environment)
        // The first requests share what they wait for, the later ones the cache.
        for (let round = 0; round < 3; round++) {
          const responses = yield* Effect.promise(() =>
            Promise.all(Array.from({ length: 8 }, async () => (await dispatchFetch(url)).json()))
          )
          for (const response of responses) assert.deepStrictEqual(response, expected)
        }
      }).pipe(Effect.scoped)
    )
  })
})

const namesOf = (body: unknown): unknown => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The body of the contract, which other tests check
  const { licenses } = body as { readonly licenses: ReadonlyArray<{ readonly code: string; readonly name: string }> }
  return licenses.map(({ code, name }) => ({ code, name }))
}

/** Selects the behavior of workerd, which the guide names. */
const compatibilityDate = "2025-09-01"

interface Worker {
  readonly dispatchFetch: (url: string) => Promise<Response>
  readonly dispose: () => Promise<void>
}

/** Bundles the Worker of the guide as its tools do, and runs it in workerd. */
const startWorker = (bindings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Worker> => {
      const { outputFiles } = await requireTool("esbuild").build({
        entryPoints: [join(project, "worker.ts")],
        bundle: true,
        write: false,
        format: "esm",
        conditions: ["workerd"]
      })
      const { Miniflare } = requireTool("miniflare")
      const miniflare = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate, bindings })
      await miniflare.ready
      return { dispatchFetch: (url) => miniflare.dispatchFetch(url), dispose: () => miniflare.dispose() }
    }),
    ({ dispose }) => Effect.promise(dispose)
  )
