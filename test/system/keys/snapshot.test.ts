import { readFileSync } from "node:fs"
import { appendFile, readFile, stat, truncate, writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { formatVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { holder } from "../../support/arbitrary/keyStories.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { pause } from "../../support/Patience.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { serverProcess } from "../server/many/ServerProcess.ts"
import { send } from "../server/request.ts"
import { makeSigner } from "./forgery.ts"
import { describeWithPostgres, ledgerIn, temporaryDatabase } from "./Postgres.ts"
import { proxyTo } from "./proxy.ts"
import { storeIn } from "./storeIn.ts"
import { until } from "./TestLedger.ts"

describeWithPostgres("a server with a snapshot of its keys in PostgreSQL", () => {
  it.live("starts degraded while the database is out of reach, and follows it as soon as it answers", () =>
    Effect.gen(function* () {
      const { file, kept, lost, options, proxy, store } = yield* snapshotted
      const server = yield* serverProcess(options)
      yield* store.revoke(lost.event.identifier, "Lost.")
      yield* until(() => readFileSync(file, "utf8").includes("KeyRevoked"))
      assert.strictEqual((yield* Effect.promise(() => stat(file))).mode & 0o777, 0o600)
      yield* server.kill
      const before = server.output().length
      const between = yield* proxy.refusing(
        Effect.gen(function* () {
          yield* server.start
          const { json, status } = yield* send(adminOf(server), "/ready")
          assert.strictEqual(status, 200)
          assert.match(
            String(property(json, "degraded")),
            /^The API keys are those of the snapshot .+keys\.snapshot\.( The key ledger postgres:.+ cannot be used: .+)?$/
          )
          assert.deepStrictEqual(
            [yield* statusOf(server.port, kept.key), yield* statusOf(server.port, lost.key)],
            [200, 403]
          )
          assert.match(yield* metricsOf(server), /^taxonomy_keys_from_snapshot 1$/m)
          return yield* store.issue(holder)
        })
      )
      assert.include(server.output().slice(before), "The API keys are read from the snapshot")
      yield* Effect.repeat(statusOf(server.port, between.key), { until: (status) => status === 200, schedule: pause })
      const { json } = yield* send(adminOf(server), "/ready")
      assert.isUndefined(property(json, "degraded"))
      assert.match(yield* metricsOf(server), /^taxonomy_keys_from_snapshot 0$/m)
      yield* until(() => readFileSync(file, "utf8").includes(between.event.identifier))
      for (const { key } of [kept, lost, between]) assert.notInclude(server.output(), Redacted.value(key).slice(12))
    })
  )

  it.live("is not ready after --keys-max-age without the database, and is again with it", () =>
    Effect.gen(function* () {
      const { options, proxy } = yield* snapshotted
      const server = yield* serverProcess([...options, "--keys-max-age", "1"])
      yield* server.kill
      const readiness = Effect.suspend(() => send(adminOf(server), "/ready"))
      yield* proxy.refusing(
        Effect.gen(function* () {
          yield* server.start
          const { json } = yield* Effect.repeat(readiness, { until: ({ status }) => status === 503, schedule: pause })
          assert.strictEqual(property(json, "status"), "keys-outdated")
          assert.match(String(property(json, "reason")), /could not be read for .+, so revoked keys may be accepted\. /)
        })
      )
      yield* Effect.repeat(readiness, { until: ({ status }) => status === 200, schedule: pause })
    })
  )

  it.live("refuses a snapshot that is cut off, altered, or of another ledger, and exits with 4", () =>
    Effect.gen(function* () {
      const { file, kept, options, proxy, url } = yield* snapshotted
      const server = yield* serverProcess(options)
      yield* server.kill
      const sound = yield* Effect.promise(() => readFile(file))
      const altered = Buffer.from(sound.toString().replace(kept.event.sha256, "0".repeat(64)))
      const cases: ReadonlyArray<readonly [reason: RegExp, damage: () => Promise<unknown>, location: string]> = [
        [/it is cut off or was altered/, () => truncate(file, sound.length - 1), proxy.url],
        [/it is cut off or was altered/, () => truncate(file, sound.indexOf("\n") + 1), proxy.url],
        [/it is cut off or was altered/, () => appendFile(file, "x"), proxy.url],
        [/its last line is of another ledger/, () => writeFile(file, withoutLine(sound, 1)), proxy.url],
        [/Line 1 of the ledger is damaged: its hash does not match/, () => writeFile(file, altered), proxy.url],
        [/it is of the key ledger postgres:/, () => writeFile(file, sound), url.replace(/:\d+\//, ":1/")]
      ]
      yield* proxy.refusing(
        Effect.forEach(cases, ([reason, damage, location]) =>
          Effect.promise(async () => {
            await writeFile(file, sound)
            await damage()
            const words = options.map((word) => (word === proxy.url ? location : word))
            const { code, stderr } = await taxonomy(["serve", "--port", "0", ...words], { cwd: ownProject })
            assert.match(stderr, reason)
            assert.match(stderr, /^error: The snapshot .+ of the key ledger postgres:.+ cannot be used: /m)
            assert.strictEqual(code, 4)
          })
        )
      )
    })
  )

  it.live("does not start with a ledger that lacks events of the snapshot", () =>
    Effect.gen(function* () {
      const { file, ledger, options } = yield* snapshotted
      const server = yield* serverProcess(options)
      yield* server.kill
      yield* ledger.write((yield* ledger.lines).slice(0, 1))
      const { code, stderr } = yield* Effect.promise(() =>
        taxonomy(["serve", "--port", "0", ...options], { cwd: ownProject })
      )
      assert.include(stderr, "the ledger does not contain event 2 of it")
      assert.strictEqual(code, 4)
      yield* Effect.promise(() => truncate(file, 3))
      yield* server.start
      assert.include(server.output(), "is cut off or was altered, and is written again")
    })
  )

  it.live("demands the signatures of trusted keys in the snapshot too", () =>
    Effect.gen(function* () {
      const { file, kept, options, proxy, url } = yield* snapshotted
      const { secret, verifier } = yield* Effect.promise(() => makeSigner())
      const env = { TAXONOMY_KEYS_TRUSTED_KEY: formatVerifierKey(verifier) }
      yield* Effect.promise(() =>
        taxonomy(["keys", "sign", "--keys", url], { cwd: ownProject, env: { TAXONOMY_KEYS_LOG_KEY: secret } })
      )
      const server = yield* serverProcess(options, env)
      yield* server.kill
      yield* proxy.refusing(
        Effect.gen(function* () {
          yield* server.start
          assert.strictEqual(yield* statusOf(server.port, kept.key), 200)
          yield* server.kill
          yield* Effect.promise(async () => {
            const sealed = await readFile(file, "utf8")
            await writeFile(file, sealed.replace(/,"checkpoint":"[^"]*"/, ""))
          })
          const { code, stderr } = yield* Effect.promise(() =>
            taxonomy(["serve", "--port", "0", ...options], { cwd: ownProject, env })
          )
          assert.match(stderr, /The key ledger .+keys\.snapshot is not signed/)
          assert.strictEqual(code, 4)
        })
      )
    })
  )
})

describe("a server with a snapshot of its keys", () => {
  it.live("does not start if the snapshot cannot be written", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(() => temporaryFolder())
      const { code, stderr } = yield* Effect.promise(() =>
        taxonomy(
          ["serve", "--port", "0", "--keys", `${folder}/keys.ndjson`, "--keys-snapshot", `${folder}/none/keys`],
          {
            cwd: ownProject
          }
        )
      )
      assert.match(stderr, /^error: The snapshot .+none\/keys of the key ledger cannot be used: /m)
      assert.strictEqual(code, 3)
    })
  )
})

/** A ledger with two keys behind a proxy, and the options of a server that keeps a snapshot of it. */
const snapshotted = Effect.gen(function* () {
  const database = yield* temporaryDatabase
  const store = yield* storeIn(database.url)
  const [kept, lost] = [yield* store.issue(holder), yield* store.issue(holder)]
  const proxy = yield* proxyTo(database.url)
  const file = `${yield* Effect.promise(() => temporaryFolder())}/keys.snapshot`
  const options = ["--keys", proxy.url, "--keys-snapshot", file]
  return { file, kept, lost, options, proxy, store, ledger: ledgerIn(database), url: database.url }
})

/** The port of the admin server, which changes with each start. */
const adminOf = ({ adminUrl }: { readonly adminUrl: () => string }): number => Number(new URL(adminUrl()).port)

const metricsOf = (server: Parameters<typeof adminOf>[0]) =>
  Effect.map(send(adminOf(server), "/metrics"), ({ bytes }) => bytes.toString())

const statusOf = (port: number, key: Redacted.Redacted) =>
  Effect.map(
    send(port, "/api/taxonomy/v1/licenses", { headers: { authorization: `Bearer ${Redacted.value(key)}` } }),
    ({ status }) => status
  )

const withoutLine = (bytes: Uint8Array, index: number): string =>
  Buffer.from(bytes).toString().split("\n").toSpliced(index, 1).join("\n")

const property = (json: unknown, name: string): unknown =>
  typeof json === "object" && json !== null ? Reflect.get(json, name) : undefined
