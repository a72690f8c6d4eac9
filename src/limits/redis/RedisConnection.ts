import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { currentMoment } from "../Instant.ts"
import type { RedisAddress } from "./RedisAddress.ts"

/** A connection that is made again for as long as the scope is open, whatever happened to it. */
export interface RedisLink {
  /** Undefined while Redis is away: it is not there, or does not do what it is asked, or not in time. */
  readonly connection: () => RedisConnection | undefined
  /** What ended the last connection, or kept the next from being made. */
  readonly lastError: () => string | undefined
}

export interface RedisConnection {
  /** Settles late or never where Redis stands still. */
  readonly send: (command: ReadonlyArray<string>) => Promise<unknown>
  /** Ends the connection; the next is tried at once, and then at growing distances. */
  readonly end: (reason: string) => void
}

export interface RedisLinkOptions {
  readonly address: RedisAddress
  /** Whether Redis does what it is going to be asked, and in time. Fails with the reason why not. */
  readonly probe: (connection: RedisConnection) => Effect.Effect<void, string>
}

/**
 * Comes back when the first try has succeeded or failed, or after a second. One line is logged when Redis goes away,
 * and one when it is back.
 *
 * The client's own means to reconnect are switched off: they queue commands for seconds, give up for good after one
 * time-out, and do not see that a Redis which accepts connections answers nobody.
 */
export const makeRedisLink = Effect.fnUntraced(function* ({ address, probe }: RedisLinkOptions) {
  // Imported here, since it takes longer to load than all else of the server.
  const { createClient } = yield* Effect.promise(() => import("redis"))
  let current: RedisConnection | undefined
  let lastError: string | undefined
  let awaySince: number | undefined
  let servingSince: number | undefined
  let failures = 0
  const tried = yield* Deferred.make<void>()

  const makeClient = () =>
    createClient({
      ...(address.username !== undefined && { username: address.username }),
      ...(address.password !== undefined && { password: Redacted.value(address.password) }),
      database: address.database,
      socket: {
        host: address.host,
        port: address.port,
        ...(address.tls && { tls: true }),
        connectTimeout: connectMillis,
        reconnectStrategy: false
      },
      // The older protocol is one that every server and proxy speaks, and all that is needed here.
      RESP: 2,
      maintNotifications: "disabled",
      disableClientInfo: true,
      disableOfflineQueue: true,
      commandOptions: { timeout: 0 }
    })

  const connect = Effect.gen(function* () {
    const ended = yield* Deferred.make<never, string>()
    const end = (reason: string): void => {
      current = undefined
      Deferred.doneUnsafe(ended, Effect.fail(reason))
    }
    const client = yield* Effect.acquireRelease(Effect.sync(makeClient), (client) =>
      Effect.sync(() => {
        current = undefined
        client.destroy()
      })
    )
    client.on("error", (error) => end(reasonOf(error)))
    client.on("end", () => end("The connection has ended"))
    yield* Effect.tryPromise({ try: () => client.connect(), catch: reasonOf }).pipe(
      Effect.timeoutOrElse({
        duration: connectMillis,
        orElse: () => Effect.fail(`No connection within ${connectMillis} ms`)
      })
    )
    const connection: RedisConnection = { send: (command) => client.sendCommand(command), end }
    yield* Effect.raceFirst(probe(connection), Deferred.await(ended))
    return { connection, ended }
  })

  const serve = Effect.gen(function* () {
    const { connection, ended } = yield* connect
    const { steady: now } = yield* currentMoment
    current = connection
    servingSince = now
    if (awaySince !== undefined) {
      const seconds = Math.ceil((now - awaySince) / 1000)
      awaySince = undefined
      yield* Effect.logInfo(`Redis at ${address.shown} is back after ${seconds} s: limits are shared again`)
    }
    yield* Deferred.succeed(tried, undefined)
    return yield* Deferred.await(ended)
  })

  const serveOnce = Effect.gen(function* () {
    servingSince = undefined
    const reason = yield* Effect.flip(Effect.scoped(serve)).pipe(
      Effect.catchCause((cause) => Effect.succeed(Cause.pretty(cause)))
    )
    const { steady: now } = yield* currentMoment
    lastError = reason
    if (awaySince === undefined) {
      awaySince = now
      yield* Effect.logWarning(
        `Redis at ${address.shown} is away, and each server counts limits by itself until it is back: ${reason}`
      )
    }
    yield* Deferred.succeed(tried, undefined)
    failures = servingSince !== undefined && now - servingSince > steadyMillis ? 0 : failures + 1
    // Somewhat at random, so that not all servers come at once.
    yield* Effect.sleep(pauseMillis(failures) * (yield* Random.nextBetween(0.75, 1)))
  })

  yield* Effect.forkScoped(Effect.forever(serveOnce))
  yield* Effect.timeoutOption(Deferred.await(tried), startMillis)
  return { connection: () => current, lastError: () => lastError } satisfies RedisLink
})

/** What went wrong, in the words of Redis or of the system. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== "") return error.message
  // What Node says of a host with several addresses, none of which answered.
  return "code" in error ? String(error.code) : error.name
}

const connectMillis = 2000

const startMillis = 1000

/** A connection that served for less has not shown that the next one will. */
const steadyMillis = 10_000

const longestPauseMillis = 2000

const pauseMillis = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longestPauseMillis, 50 * 2 ** failures)
