import { spawn, type ChildProcessByStdio } from "node:child_process"
import { Agent, createServer, request } from "node:http"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import { publishRelease, vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { waitUntil } from "./TestServer.ts"

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly stdout: () => string
  readonly stderr: () => string
  readonly exitCode: Effect.Effect<number | null>
}

/** Runs a command in a process of its own, which does not outlive the test. */
const run = (...args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync((): Running => {
      const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] })
      let [stdout, stderr] = ["", ""]
      child.stdout.on("data", (chunk) => (stdout += String(chunk)))
      child.stderr.on("data", (chunk) => (stderr += String(chunk)))
      let ended: { readonly code: number | null } | undefined
      child.on("close", (code) => (ended = { code }))
      return {
        child,
        stdout: () => stdout,
        stderr: () => stderr,
        exitCode: Effect.map(
          waitUntil(() => ended !== undefined),
          () => ended?.code ?? null
        )
      }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

const published = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
  return { folder, options: optionsFor(`${folder}/releases`) }
})

const optionsFor = (releases: string, port = 0): ReadonlyArray<string> =>
  Object.entries({ releases, keys: `${releases}/../keys.ndjson`, port }).flatMap(([name, value]) => [
    `--${name}`,
    String(value)
  ])

const started = Effect.fnUntraced(function* (...options: ReadonlyArray<string>) {
  const running = yield* run("start", ...options)
  yield* waitUntil(() => running.stdout().includes("/v1/schema\n") || running.child.exitCode !== null)
  const [, key = "", port = "0", path = ""] = curlLine.exec(running.stdout()) ?? []
  return { ...running, key, port: Number(port), path }
})

const curlLine = /^curl -H "Authorization: Bearer (nil_\w{32})" http:\/\/127\.0\.0\.1:(\d+)(\S+)$/m

describe("taxonomy start", () => {
  it.live("prints a request to paste, with a key that is kept nowhere", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, options } = yield* published
      const { key, path, port } = yield* started(...options)
      const headers = { Authorization: `Bearer ${key}` }
      const { bytes, status } = yield* send(port, path, { headers })
      assert.strictEqual(status, 200)
      assert.isTrue(bytes.equals(yield* fs.readFile(`${folder}/releases/v1.0.0/schema.json`)))
      assert.deepStrictEqual(yield* fs.readDirectory(folder), ["releases"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("makes no key where others can reach it", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const running = yield* run("start", ...options, "--host", "0.0.0.0", "--base-path", "/taxonomy")
      yield* waitUntil(() => running.stdout().includes("Serving at http://0.0.0.0:"))
      assert.notInclude(running.stdout(), "nil_")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("ends with 4 where the ledger would not make the releases that are there", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, options } = yield* published
      yield* fs.writeFileString(`${folder}/releases/v1.0.0/CHANGES.md`, "Nothing")
      const running = yield* run("start", ...options)
      assert.strictEqual(yield* running.exitCode, 4)
      assert.include(running.stderr(), "v1.0.0/CHANGES.md")
      assert.strictEqual(running.stdout(), "")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("taxonomy serve", () => {
  it.live("ends with 3 and one line where the port is in use", () =>
    Effect.gen(function* () {
      const { folder } = yield* published
      const other = createServer()
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void other.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => other.close())
      )
      const address = other.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const running = yield* run("serve", ...optionsFor(`${folder}/releases`, port))
      assert.strictEqual(yield* running.exitCode, 3)
      assert.match(
        running.stderr(),
        new RegExp(`^error: Cannot listen on port ${port} of 127\\.0\\.0\\.1: it is in use\\..*\n$`)
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("ends with 4 for a broken artifact, and with 3 for nothing to serve", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, options } = yield* published
      const none = yield* run("serve", ...optionsFor(`${folder}/none`))
      yield* fs.writeFileString(`${folder}/releases/v1.0.0/schema.json`, "{}")
      const broken = yield* run("serve", ...options)
      assert.strictEqual(yield* broken.exitCode, 4)
      assert.match(broken.stderr(), /^error: v1\.0\.0\/schema\.json is not what was published: .*\n$/)
      assert.strictEqual(yield* none.exitCode, 3)
      assert.include(none.stderr(), "build-release")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("on SIGTERM, a server", () => {
  it.live("fails no request under load, closes its connections, and ends with 0", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const { child, exitCode, key, path, port } = yield* started(...options)
      const load = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => client(port, path, key)),
          { concurrency: 20 }
        )
      )
      yield* waitUntil(() => served.count > 500)
      child.kill("SIGTERM")
      assert.strictEqual(yield* exitCode, 0)
      const failures = (yield* Fiber.join(load)).flat()
      assert.deepStrictEqual(failures, [])
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

const served = { count: 0 }

/** Sends one request after the other on a kept connection until the server says that it is the last one. */
const client = (port: number, path: string, key: string) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const failures: Array<string> = []
    const end = () => {
      agent.destroy()
      resume(Effect.succeed(failures))
    }
    const next = () => {
      const headers = { Authorization: `Bearer ${key}` }
      const outgoing = request({ host: "127.0.0.1", port, path, agent, headers }, (incoming) => {
        let received = 0
        incoming.on("data", (chunk: Buffer) => (received += chunk.length))
        incoming.on("error", (error) => failures.push(error.message))
        incoming.on("end", () => {
          served.count++
          if (incoming.statusCode !== 200 || received !== Number(incoming.headers["content-length"])) {
            failures.push(`${incoming.statusCode} with ${received} bytes`)
          }
          if (incoming.headers.connection === "close") end()
          else setImmediate(next)
        })
      })
      outgoing.on("error", (error) => {
        failures.push(error.message)
        end()
      })
      outgoing.end()
    }
    next()
  })
