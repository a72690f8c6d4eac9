import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import { parsePostgresUrl, withReconnect, withTimeout } from "../../../../src/keys/postgres/PostgresDatabase.ts"

describe("parsePostgresUrl", () => {
  it.each([
    ["postgres://db/keys", { shown: "postgres://db/keys", hasPassword: false, rootCertificate: undefined }],
    ["postgres://u:p%40@db:1/keys", { shown: "postgres://u@db:1/keys", hasPassword: true, rootCertificate: undefined }],
    [
      "postgresql://u@db/keys?password=p&sslrootcert=ca.pem",
      { shown: "postgresql://u@db/keys", hasPassword: true, rootCertificate: "ca.pem" }
    ],
    [
      "postgres://db/keys?sslmode=disable&sslrootcert=ca.pem",
      { shown: "postgres://db/keys", hasPassword: false, rootCertificate: undefined }
    ]
  ])("shows neither the password nor the parameters of %s", (text, expected) => {
    const { subject, url, ...shown } = Result.getOrThrow(parsePostgresUrl(text))
    assert.strictEqual(subject, "key")
    assert.strictEqual(Redacted.value(url), text)
    assert.deepStrictEqual(shown, expected)
  })

  it.each([
    ["no URL", "secret"],
    ["an invalid port", "postgres://u:secret@db:99999/keys"],
    ["a password with a slash", "postgres://u:se/cret@db/keys"],
    ["a password with a question mark", "postgres://u:1?cret@db/keys"],
    ["a password with a hash", "postgres://u:1#cret@db/keys"]
  ])("rejects %s without repeating it", (_, text) => {
    const message = Result.getOrThrow(Result.flip(parsePostgresUrl(text)))
    assert.include(message, "Percent-encode special characters")
    assert.notInclude(message, "cret")
  })
})

const database = Result.getOrThrow(parsePostgresUrl("postgres://operator:hunter2@db/keys"))

describe("withTimeout", () => {
  it.effect("fails after five seconds without a response", () =>
    Effect.gen(function* () {
      const waiting = yield* started(Effect.flip(withTimeout(Effect.never, database, () => ". Try again")))
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const { message } = yield* Fiber.join(waiting)
      assert.strictEqual(
        message,
        "The key ledger postgres://operator@db/keys cannot be used: the database did not respond within 5 seconds. Try again"
      )
    })
  )
})

describe("the failure of a query", () => {
  it.effect.each([
    ["the message of its cause", { message: "refused", code: "ECONNREFUSED" }, "(refused)"],
    ["the code of a cause without a message", { message: "", code: "ECONNREFUSED" }, "(ECONNREFUSED)"],
    [
      "how to name a certificate",
      { message: "self-signed certificate", code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
      "(self-signed certificate); name the certificate of its authority with sslrootcert=FILE in the URL"
    ],
    ["what the client says of a cause that is a text", "gone", "(the client)"],
    ["what the client says of a missing cause", undefined, "(the client)"],
    ["what the client says of a cause that is null", null, "(the client)"]
  ] as const)("says %s", ([, cause, said]) =>
    Effect.gen(function* () {
      const failure = new SqlError({ reason: new ConnectionError({ cause, message: "the client" }) })
      const { reason } = yield* Effect.flip(withTimeout(Effect.fail(failure), database))
      assert.strictEqual(reason, `no connection to the database ${said}`)
    })
  )
})

describe("withReconnect", () => {
  it.effect("runs the query again on a new connection after half a second", () =>
    Effect.gen(function* () {
      const { queries, query, renewals } = connection([undefined, 10])
      const waiting = yield* started(query)
      yield* TestClock.adjust("499 millis")
      assert.deepStrictEqual([queries(), renewals()], [1, 0])
      yield* TestClock.adjust("11 millis")
      assert.strictEqual(yield* Fiber.join(waiting), "value")
      assert.deepStrictEqual([queries(), renewals()], [2, 1])
    })
  )

  it.effect("waits twice as long as the last response took", () =>
    Effect.gen(function* () {
      const { query, renewals } = connection([400, undefined, 1])
      const first = yield* started(query)
      yield* TestClock.adjust("400 millis")
      yield* Fiber.join(first)
      const second = yield* started(query)
      yield* TestClock.adjust("799 millis")
      assert.strictEqual(renewals(), 0)
      yield* TestClock.adjust("2 millis")
      yield* Fiber.join(second)
      assert.strictEqual(renewals(), 1)
    })
  )

  it.effect("fails after five seconds in all", () =>
    Effect.gen(function* () {
      const { query } = connection([])
      const waiting = yield* started(Effect.flip(query))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(waiting))._tag, "KeyLedgerUnavailable")
    })
  )
})

/** A query whose responses take so many milliseconds; `undefined` for a dead connection. */
const connection = (responses: ReadonlyArray<number | undefined>) => {
  let [queries, renewals] = [0, 0]
  const run = Effect.suspend(() => {
    const millis = responses[queries++]
    return millis === undefined ? Effect.never : Effect.as(Effect.sleep(millis), "value")
  })
  const renew = Effect.sync(() => {
    renewals++
  })
  return { query: withReconnect(run, database, renew), queries: () => queries, renewals: () => renewals }
}

/** Runs an effect, and the fibers that it forks, until they wait. */
const started = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.tap(Effect.forkChild(effect), Effect.repeat(Effect.yieldNow, { times: 20 }))
