import { execFileSync, spawn, type ChildProcessByStdio } from "node:child_process"
import { rmSync } from "node:fs"
import { Agent, createServer, request, type Server } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import type { Readable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import { formatVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { signCheckpoint, generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { idleTime } from "./idleTime.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { putFile, signLog } from "./signedLog.ts"
import { waitUntil } from "./TestServer.ts"

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly stdout: () => string
  readonly stderr: () => string
  readonly exitCode: Effect.Effect<number | null>
}

/** Runs a command in a process of its own, which does not outlive the test. */
const run = (...args: ReadonlyArray<string>) => runWith([], ...args)

/** The same with options of Node. */
const runWith = (options: ReadonlyArray<string>, ...args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync((): Running => {
      const child = spawn(process.execPath, [...options, programs.taxonomy, ...args], {
        stdio: ["ignore", "pipe", "pipe"]
      })
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

/** Runs a command that ends before it serves, in a running process. */
const refused = (...args: ReadonlyArray<string>) => Effect.promise(() => taxonomy(args, { cwd: tmpdir() }))

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
  it.live("prints a request to paste, with a key that is stored nowhere, and names its contacts in its documents", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, options } = yield* published
      const mail = ["--operator-email", "keys@example.org", "--security-email", "security@example.org"]
      const { key, path, port, stdout } = yield* started(...options, ...mail)
      const headers = { Authorization: `Bearer ${key}` }
      const settings = `export TAXONOMY_URL=http://127.0.0.1:${port}${path.replace("/v1/schema", "")} TAXONOMY_API_KEY=${key}\n`
      yield* waitUntil(() => stdout().includes(settings))
      const { bytes, status } = yield* send(port, path, { headers })
      assert.strictEqual(status, 200)
      assert.isTrue(bytes.equals(yield* fs.readFile(`${folder}/releases/v1.0.0/schema.json`)))
      assert.deepStrictEqual(yield* fs.readDirectory(folder), ["releases"])
      const described = (yield* send(port, "/api/taxonomy/openapi.json")).bytes.toString()
      assert.include(described, '"email":"keys@example.org"')
      assert.include(described, "The operator (keys@example.org) issues and revokes keys.")
      assert.include(described, "Report a compromised key to security@example.org.")
      const page = (yield* send(port, "/api/taxonomy/docs")).bytes.toString()
      for (const address of ["keys@example.org", "security@example.org"]) assert.include(page, address)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("makes no key on a public address, and binds the admin port to loopback", () =>
    Effect.gen(function* () {
      const { folder, options } = yield* published
      const running = yield* run(
        "start",
        ...options,
        "--host",
        "0.0.0.0",
        "--base-path",
        "/taxonomy",
        "--admin-port",
        "0"
      )
      yield* waitUntil(() => running.stderr().includes("Serving at http://0.0.0.0:"))
      assert.match(running.stdout(), /^Verified .*\nServing at http:\/\/0\.0\.0\.0:\d+\/taxonomy\n$/)
      for (const text of [
        `The key ledger ${folder}/keys.ndjson is missing or empty, so every API key is rejected.`,
        "issue the first key with taxonomy keys issue",
        "--operator-email is not set, so /docs does not say whom to ask for an API key.",
        "--upgrade-url is not set, so 429 responses send callers to https://example.com/upgrade.",
        "Metrics and readiness at http://127.0.0.1:"
      ]) {
        yield* waitUntil(() => running.stderr().includes(text))
      }
      const [, adminPort] = /readiness at http:\/\/127\.0\.0\.1:(\d+)/.exec(running.stderr()) ?? []
      assert.strictEqual((yield* send(Number(adminPort), "/ready")).status, 200)
      const lines = running.stderr().split("\n").slice(0, -1)
      for (const line of lines) assert.match(line, /^\{"timestamp":"[^"]+","level":"[A-Z]+","message":"[^"]+"[,}]/)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("exits with 4 if the releases differ from the ledger", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, options } = yield* published
      yield* fs.writeFileString(`${folder}/releases/v1.0.0/CHANGES.md`, "Nothing")
      const { code, stderr, stdout } = yield* refused("start", ...options)
      assert.deepStrictEqual([code, stdout], [4, ""])
      assert.include(stderr, "v1.0.0/CHANGES.md")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("taxonomy serve", () => {
  it.live("exits with 3 and one line if the port is in use", () =>
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
        new RegExp(`^error: Cannot listen on port ${port} of 127\\.0\\.0\\.1: the port is in use\\..*\n$`)
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("names the admin option if the admin port is in use", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const other = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = other.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const { code, stderr } = yield* refused("serve", ...options, "--admin-port", String(port))
      assert.strictEqual(code, 3)
      assert.match(stderr, new RegExp(`^error: Cannot listen on port ${port} .* with --admin-port\\.\n$`))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("explains invalid ports, budgets and addresses", () =>
    Effect.gen(function* () {
      const expected = {
        port: "a port from 0 to 65535",
        "admin-port": "a port from 0 to 65535",
        "history-budget": "a number of MiB from 0 to 1048576",
        "drain-delay": "a number of seconds from 0 to 3600",
        "operator-email": "an e-mail address"
      }
      yield* Effect.forEach(
        Object.entries(expected),
        ([option, what]) =>
          Effect.gen(function* () {
            const { code, stderr } = yield* refused("serve", `--${option}`, "65536.5")
            assert.strictEqual(code, 2)
            assert.include(stderr, `Invalid --${option} "65536.5". Expected ${what}`)
          }),
        { discard: true }
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("exits on a signal even if nobody reads its log", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const { child, port } = yield* started(...options)
      child.stderr.pause()
      const long = `/${"x".repeat(8000)}`
      for (let count = 0; count < 1000; count++) yield* send(port, long)
      child.kill("SIGTERM")
      yield* Effect.timeout(
        waitUntil(() => child.exitCode !== null),
        "100 seconds"
      )
      assert.strictEqual(child.exitCode, 0)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("warns at start of a contact that is not set, and of no other", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const { child, stderr } = yield* run("serve", ...options, "--operator-email", "keys@example.org")
      yield* waitUntil(() => stderr().includes("is missing or empty"))
      const warned = [...stderr().matchAll(/"level":"WARN","message":"(--[a-z-]+) is not set, so /g)]
      assert.deepStrictEqual(
        warned.map(([, option = ""]) => option),
        ["--upgrade-url"]
      )
      child.kill("SIGTERM")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("continues to serve if its log is not read or closed", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const { child, exitCode, key, path, port } = yield* started(...options)
      const headers = { Authorization: `Bearer ${key}` }
      child.stderr.pause()
      const long = `/${"x".repeat(8000)}`
      for (let count = 0; count < 1000; count++) yield* send(port, long)
      assert.strictEqual((yield* send(port, path, { headers })).status, 200)
      child.stderr.destroy()
      for (let count = 0; count < 200; count++) yield* send(port, long)
      assert.strictEqual((yield* send(port, path, { headers })).status, 200)
      child.kill("SIGTERM")
      assert.strictEqual(yield* exitCode, 0)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("exits with 4 for a damaged artifact and with 3 without a release", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { folder, options } = yield* published
      const none = yield* refused("serve", ...optionsFor(`${folder}/none`))
      yield* fs.writeFileString(`${folder}/releases/v1.0.0/schema.json`, "{}")
      const broken = yield* refused("serve", ...options)
      assert.strictEqual(broken.code, 4)
      assert.match(broken.stderr, /^error: v1\.0\.0\/schema\.json is not what was published: .*\n$/)
      assert.strictEqual(none.code, 3)
      assert.include(none.stderr, "build-release")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("taxonomy serve of a signed log", () => {
  it.live("exits with 4 for a checkpoint that does not fit the ledger, and names the file and what to do", () =>
    Effect.gen(function* () {
      const { folder, options } = yield* published
      const { key } = yield* Effect.promise(() => generateSigningKey(origin, "ed25519"))
      const fork = signCheckpoint({ origin, size: 1, root: new Uint8Array(32) }, [key])
      yield* putFile(`${folder}/releases/checkpoint`, fork)
      const forked = yield* refused("serve", ...options)
      assert.strictEqual(forked.code, 4)
      assert.match(forked.stderr, /^error: checkpoint: .+ there are two histories\. Restore .+ taxonomy verify\.$/m)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("exits with 4 until a trusted key has signed the ledger, and with 2 for what is no key", () =>
    Effect.gen(function* () {
      const { folder, options } = yield* published
      const { key } = yield* Effect.promise(() => generateSigningKey(origin, "ed25519"))
      const trust = ["--trusted-key", formatVerifierKey(key.verifier)]
      const unsigned = yield* refused("serve", ...options, ...trust)
      assert.strictEqual(unsigned.code, 4)
      assert.match(
        unsigned.stderr,
        /^error: checkpoint is missing, so nobody vouches for the ledger\. Find out who removed it, .+ or run taxonomy log-sign\.$/m
      )

      const invalid = yield* refused("serve", ...options, "--trusted-key", "nothing")
      assert.strictEqual(invalid.code, 2)
      assert.include(invalid.stderr, "--trusted-key: nothing is neither a verifier key (NAME+ID+KEY) nor a file.")

      yield* signLog(`${folder}/releases`, key)
      const serving = yield* run("serve", ...options, ...trust)
      yield* waitUntil(() => serving.stderr().includes("Serving at"))
      serving.child.kill("SIGTERM")
      assert.strictEqual(yield* serving.exitCode, 0)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

const origin = "example.com/taxonomy"

describe("on SIGTERM, a server", () => {
  it.live("fails no request under load, closes its connections and exits with 0", () =>
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
      assert.deepStrictEqual((yield* Fiber.join(load)).flat(), [])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is live but not ready, and accepts connections during the drain delay", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      // It lasts until the end of the test; what follows a delay is shown with a clock that is set.
      const { child, exitCode, key, path, port, stderr } = yield* started(
        ...options,
        "--admin-port",
        "0",
        "--drain-delay",
        "3600"
      )
      const admin = () => /Metrics and readiness at http:\/\/127\.0\.0\.1:(\d+)/.exec(stderr())?.[1]
      yield* waitUntil(() => admin() !== undefined)
      const adminPort = Number(admin())
      assert.strictEqual((yield* send(adminPort, "/ready")).status, 200)
      child.kill("SIGTERM")
      yield* waitUntil(() => stderr().includes("Draining"))
      const ready = yield* send(adminPort, "/ready")
      assert.strictEqual(ready.status, 503)
      assert.propertyVal(ready.json, "status", "draining")
      assert.strictEqual((yield* send(adminPort, "/live")).status, 200)
      const late = yield* send(port, path, { headers: { Authorization: `Bearer ${key}` } })
      assert.strictEqual(late.status, 200)
      assert.strictEqual(late.headers.connection, "close")
      yield* waitUntil(() => !child.kill("SIGTERM") || child.exitCode !== null)
      assert.strictEqual(yield* exitCode, 128 + 15)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("exits after SIGTERM even if its ledger has been replaced by a pipe", () =>
    Effect.gen(function* () {
      const { folder, options } = yield* published
      const { child, exitCode, port } = yield* started(...options)
      rmSync(`${folder}/releases/ledger.ndjson`)
      execFileSync("mkfifo", [`${folder}/releases/ledger.ndjson`])
      yield* Effect.repeat(Effect.delay(send(port, "/api/health"), "50 millis"), {
        until: ({ bytes }) => bytes.includes('"degraded"')
      })
      child.kill("SIGTERM")
      assert.strictEqual(yield* exitCode, 0)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("exits at once on a second signal, but not on a duplicate of the first", () =>
    Effect.gen(function* () {
      const { options } = yield* published
      const { child, exitCode, port, stderr } = yield* started(...options)
      const half = yield* Effect.acquireRelease(
        Effect.sync(() => connect(port, "127.0.0.1")),
        (socket) => Effect.sync(() => socket.destroy())
      )
      half.on("error", () => undefined)
      half.write("GET /api/health HTTP/1.1\r\nHost:")
      // That it was read is seen by another request, for what arrives first is read first.
      yield* send(port, "/api/health")
      // Both wait until the process goes on, so that it gets them at the same time, however slow this one is.
      for (const signal of ["SIGSTOP", "SIGINT", "SIGTERM", "SIGCONT"] as const) child.kill(signal)
      yield* waitUntil(() => stderr().includes("Draining"))
      assert.isNull(child.exitCode)
      yield* waitUntil(() => !child.kill("SIGTERM") || child.exitCode !== null)
      assert.strictEqual(yield* exitCode, 128 + 15)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

const served = { count: 0 }

/**
 * Sends one request after the other on a kept connection until the server closes it. Returns the failures. One that a
 * stalled client has sent after the grace period is none.
 */
const client = (port: number, path: string, key: string) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const failures: Array<string> = []
    let previousSentAt = Infinity
    const end = () => {
      agent.destroy()
      resume(Effect.succeed(failures))
    }
    const next = () => {
      const headers = { Authorization: `Bearer ${key}` }
      const sinceSent = idleTime(previousSentAt)
      previousSentAt = performance.now()
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
      outgoing.on("finish", sinceSent.stop)
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (!sinceSent.mayBeClosed(error)) failures.push(error.message)
        end()
      })
      outgoing.end()
    }
    next()
  })
