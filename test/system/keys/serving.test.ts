import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { formatVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { patience, pause } from "../../support/Patience.ts"
import { programs } from "../../support/Programs.ts"
import { serverProcess } from "../server/many/ServerProcess.ts"
import { send } from "../server/request.ts"
import { forgeKey, makeSigner } from "./forgery.ts"
import { describeWithPostgres, disconnect, ledgerIn, temporaryDatabase } from "./Postgres.ts"
import { fileLedger, until, type MakeLedger } from "./TestLedger.ts"

const cwd = ownProject

/** The effects of commands on a running server, each a process of its own. */
const servingContract = (makeLedger: MakeLedger): void => {
  it.live("a server without a key ledger is not ready, says why, and is ready as soon as a key is issued", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const { adminPort, output } = yield* serverProcess(["--keys", location])
      const readiness = Effect.map(send(adminPort, "/ready"), ({ json, status }) => ({ json, status }))
      const { json, status } = yield* readiness
      assert.deepStrictEqual([status, property(json, "status")], [503, "no-keys"])
      const reason = String(property(json, "reason"))
      assert.match(reason, /^The key ledger .+ is missing or empty, so every API key is rejected\. .+ keys issue\.$/)
      yield* until(() => output().includes(`"message":"${reason}"`))
      assert.strictEqual((yield* send(adminPort, "/live")).status, 200)

      assert.strictEqual((yield* run("issue", "--keys", location, ...acme)).code, 0)
      const ready = yield* Effect.repeat(readiness, { until: ({ status }) => status === 200, schedule: pause })
      assert.strictEqual(property(ready.json, "status"), "ready")
      assert.isUndefined(property(ready.json, "reason"))
    })
  )

  it.live("a server without a key ledger is ready with --allow-no-keys", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const { adminPort } = yield* serverProcess(["--keys", location, "--allow-no-keys"])
      assert.strictEqual((yield* send(adminPort, "/ready")).status, 200)
    })
  )

  it.live("a server that trusts a key does not start without a key ledger, and exits with 4", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const { verifier } = yield* Effect.promise(() => makeSigner())
      const env = { TAXONOMY_KEYS_TRUSTED_KEY: formatVerifierKey(verifier) }
      for (const options of [[], ["--allow-no-keys"]]) {
        const { code, stderr, stdout } = yield* Effect.promise(() =>
          taxonomy(["serve", "--port", "0", "--keys", location, ...options], { cwd, env })
        )
        assert.deepStrictEqual([code, stdout], [4, ""])
        assert.match(stderr, /^error: The key ledger .+ is missing or empty, but a trusted key must have signed it\. /m)
      }
    })
  )

  it.live("a running server accepts an issued key, which is shown once, and rejects it after its revocation", () =>
    Effect.gen(function* () {
      const ledger = yield* makeLedger
      const server = yield* serverOn(ledger.location)
      const { code, stderr, stdout } = yield* run("issue", "--keys", ledger.location, ...acme)
      assert.strictEqual(code, 0)
      const key = /nil_[0-9A-Za-z]{32}/.exec(stdout)?.[0] ?? assert.fail("no key")
      const identifier = key.slice(0, 12)
      yield* server.becomes(key, 200)
      const others = [
        yield* run("list", "--keys", ledger.location),
        yield* run("show", "--keys", ledger.location, "--format", "json", identifier),
        yield* run("revoke", "--keys", ledger.location, "--reason", "Lost.", "--yes", identifier)
      ]
      yield* server.becomes(key, 403)
      assert.deepStrictEqual(
        others.map((ran) => ran.code),
        [0, 0, 0]
      )

      assert.strictEqual(stdout.split(key).length, 2)
      yield* until(() => server.output().includes(identifier))
      const seen = [stderr, ...others.flatMap((ran) => [ran.stdout, ran.stderr]), server.output(), yield* ledger.dump]
      for (const text of seen) assert.notInclude(text, key.slice(12))
    })
  )

  it.live(
    "a server with a verifier key accepts what is signed, and neither a forged key nor an undone revocation",
    () =>
      Effect.gen(function* () {
        const ledger = yield* makeLedger
        const { secret, verifier } = yield* Effect.promise(() => makeSigner())
        const keyOf = (stdout: string) => /nil_[0-9A-Za-z]{32}/.exec(stdout)?.[0] ?? assert.fail("no key")
        const first = yield* runSigning(secret, "issue", "--keys", ledger.location, ...acme)
        const [older, olderCheckpoint] = [yield* ledger.lines, yield* ledger.checkpoint]
        const env = { TAXONOMY_KEYS_TRUSTED_KEY: formatVerifierKey(verifier) }
        const server = yield* serverOn(ledger.location, env)
        const lost = keyOf(first.stdout)
        yield* server.becomes(lost, 200)
        const second = yield* runSigning(secret, "issue", "--keys", ledger.location, ...acme)
        const kept = keyOf(second.stdout)
        yield* server.becomes(kept, 200)
        yield* runSigning(secret, "revoke", "--keys", ledger.location, "--reason", "Lost.", "--yes", lost.slice(0, 12))
        yield* server.becomes(lost, 403)

        const [sound, checkpoint] = [yield* ledger.lines, yield* ledger.checkpoint]
        const forged = forgeKey(sound)
        yield* ledger.write(forged.lines)
        yield* until(() => server.output().includes("event 4 is not signed"))
        yield* server.becomes(Redacted.value(forged.key), 401)
        yield* server.becomes(kept, 200)
        yield* server.becomes(lost, 403)
        const refused = yield* Effect.promise(() =>
          taxonomy(["serve", "--port", "0", "--keys", ledger.location], { cwd, env })
        )
        assert.deepStrictEqual([refused.code, refused.stdout], [4, ""])
        assert.include(refused.stderr, "event 4 is not signed")

        yield* ledger.writeCheckpoint(olderCheckpoint)
        yield* ledger.write(older)
        yield* until(() => server.output().includes("is missing now"))
        yield* server.becomes(lost, 403)
        yield* ledger.writeCheckpoint(checkpoint)
        yield* ledger.write(sound)
        yield* until(() => server.output().includes("can be read again"))
        yield* server.becomes(kept, 200)
        const seed = secret.split("+").slice(4).join("+")
        const seen = [first, second, refused].flatMap(({ stderr, stdout }) => [stdout, stderr])
        for (const text of [...seen, server.output(), yield* ledger.dump]) assert.notInclude(text, seed)
      })
  )
}

describe("with keys in a file", () => {
  servingContract(fileLedger)
})

describeWithPostgres("with keys in PostgreSQL", () => {
  servingContract(Effect.map(temporaryDatabase, ledgerIn))

  it.live("a server survives lost connections and hides the password of the database", () =>
    Effect.gen(function* () {
      const database = yield* temporaryDatabase
      const { away, location } = ledgerIn(database)
      const { stdout } = yield* run("issue", "--keys", location, ...acme)
      const key = /nil_[0-9A-Za-z]{32}/.exec(stdout)?.[0] ?? assert.fail("no key")
      // A server that trusts everybody takes any password.
      const password = database.password === "" ? "hunter2" : database.password
      const server = yield* serverOn(database.urlFor(undefined, password))
      yield* server.becomes(key, 200)
      yield* disconnect(database)
      // The server knows a later key by connections of its own, and has logged all about the lost ones before.
      const later = /nil_[0-9A-Za-z]{32}/.exec((yield* run("issue", "--keys", location, ...acme)).stdout)?.[0] ?? ""
      yield* server.becomes(later, 200)
      yield* until(() => new RegExp(`"status":200,.*"key":"${later.slice(0, 12)}"`).test(server.output()))
      for (const { begin, end } of away) {
        const before = server.output().length
        yield* begin
        yield* until(() => server.output().slice(before).includes("last good keys stay in force"))
        yield* server.becomes(key, 200)
        yield* end
        yield* until(() => server.output().slice(before).includes("can be read again"))
      }
      yield* run("revoke", "--keys", location, "--reason", "Lost.", "--yes", key.slice(0, 12))
      yield* server.becomes(key, 403)
      assert.notInclude(server.output(), password)
      assert.notInclude(yield* argumentsOf(server.pid), password)
    })
  )

  it.live("neither a server nor a command starts without the database, and no output shows the password", () =>
    Effect.gen(function* () {
      const nowhere = "postgres://operator:hunter2@127.0.0.1:1/keys"
      const [serving, help] = yield* Effect.promise(() =>
        Promise.all([
          taxonomy(["serve", "--port", "0", "--keys", nowhere], { cwd }),
          taxonomy(["keys", "issue", "--help"], { cwd, env: { TAXONOMY_KEYS: nowhere } })
        ])
      )
      assert.deepStrictEqual([serving.code, serving.stdout], [3, ""])
      assert.include(serving.stderr, "no connection to the database (connect ECONNREFUSED 127.0.0.1:1)")
      assert.strictEqual(help.code, 0)
      for (const text of [serving.stderr, help.stdout, help.stderr]) assert.notInclude(text, "hunter2")
    })
  )
})

const acme = Object.entries({
  organization: "Acme",
  "use-case": "A shop",
  "expected-volume": "10 a day",
  environment: "production",
  tier: "enterprise"
}).flatMap(([name, value]) => [`--${name}`, value])

const run = (...args: ReadonlyArray<string>) => Effect.promise(() => taxonomy(["keys", ...args], { cwd }))

const runSigning = (secret: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(() => taxonomy(["keys", ...args], { cwd, env: { TAXONOMY_KEYS_LOG_KEY: secret } }))

/** A server in a process of its own, over the releases of the project, that ends with the test. */
const serverOn = Effect.fnUntraced(function* (keys: string, env: Readonly<Record<string, string>> = {}) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [programs.taxonomy, "serve", "--port", "0", "--keys", keys], {
        cwd,
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"]
      })
    ),
    (child) =>
      Effect.promise(async () => {
        if (child.exitCode !== null || !child.kill("SIGKILL")) return
        await once(child, "close")
      })
  )
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk
    })
  }
  const port = () => Number(/Serving at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1] ?? 0)
  yield* until(() => port() > 0)
  return {
    pid: child.pid,
    output: () => output,
    /** Repeats a request until the response has this status. */
    becomes: (key: string, status: number) =>
      Effect.promise(() => statusOf(port(), key)).pipe(
        Effect.repeat({ until: (answered) => answered === status, schedule: pause }),
        Effect.timeout(patience)
      )
  }
})

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const statusOf = async (port: number, key: string): Promise<number> => {
  const socket = connect(port, "127.0.0.1")
  socket.end(
    `GET /api/taxonomy/v1/licenses HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
  )
  return Number((await text(socket)).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length))
}

/** What everybody on the machine can read of how a process was started. */
const argumentsOf = (pid: number | undefined) =>
  Effect.promise(async () => (await promisify(execFile)("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout)
