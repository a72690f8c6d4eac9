import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { currentInstant } from "../Instant.ts"
import type { RedisAddress } from "./RedisAddress.ts"

/** Keeps a connection to Redis until the scope closes, and replaces it whenever it ends. */
export interface RedisConnector {
  /** Returns `undefined` while Redis is unreachable, does not work, or is too slow. */
  readonly connection: () => RedisConnection | undefined
}

export interface RedisConnection {
  /** Settles late or never while Redis hangs. */
  readonly send: (command: ReadonlyArray<string>) => Promise<unknown>
  /** Ends the connection. The next attempt follows after a backoff. */
  readonly end: (reason: string) => void
}

export interface RedisConnectorOptions {
  readonly address: RedisAddress
  /** What follows from an unavailable Redis, for the log. */
  readonly consequence: string
  /** Checks that Redis does its work in time. Fails with the reason if it does not. */
  readonly probe: (connection: RedisConnection) => Effect.Effect<void, string>
}

/**
 * Returns after the first attempt, or after a second. Logs one line when Redis becomes unreachable, and one when it is
 * back.
 *
 * The reconnection of the client is disabled: it queues commands for seconds, gives up permanently after one timeout,
 * and does not detect a Redis that accepts connections but does not respond.
 */
export const makeRedisConnector = Effect.fnUntraced(function* ({ address, consequence, probe }: RedisConnectorOptions) {
  // Loaded here, since it takes longer to load than the rest of the server.
  const { createClient } = yield* Effect.promise(() => import("redis"))
  let current: RedisConnection | undefined
  let awaySince: number | undefined
  const attempted = yield* Deferred.make<void>()

  const makeClient = () =>
    createClient({
      ...redisClientOptions(address, connectTimeoutMillis),
      commandOptions: { timeout: 0 }
    })

  const connect = Effect.fn("RedisConnector.connect")(function* () {
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
        duration: connectTimeoutMillis,
        orElse: () => Effect.fail(`No connection within ${connectTimeoutMillis} ms`)
      })
    )
    const connection: RedisConnection = { send: (command) => client.sendCommand(command), end }
    yield* Effect.raceFirst(probe(connection), Deferred.await(ended))
    return { connection, ended }
  })

  const onUnavailable = Effect.fnUntraced(function* (reason: string) {
    if (awaySince === undefined) {
      awaySince = (yield* currentInstant).monotonicMillis
      yield* Effect.logWarning(
        `Redis at ${address.shown} is unavailable, so ${consequence} until it is back: ${reason}`
      )
    }
    yield* Deferred.succeed(attempted, undefined)
  })

  const onConnected = Effect.fnUntraced(function* (connection: RedisConnection) {
    const { monotonicMillis: now } = yield* currentInstant
    current = connection
    if (awaySince !== undefined) {
      const seconds = Math.ceil((now - awaySince) / 1000)
      awaySince = undefined
      yield* Effect.logInfo(`Redis at ${address.shown} is back after ${seconds} s. Limits are shared again`)
    }
    yield* Deferred.succeed(attempted, undefined)
    return now
  })

  /** Holds one connection until it ends. Succeeds if it was stable, so that the next one needs no backoff. */
  const hold = Effect.gen(function* () {
    const { connection, ended } = yield* connect()
    const since = yield* onConnected(connection)
    const reason = yield* Effect.flip(Deferred.await(ended))
    const { monotonicMillis: now } = yield* currentInstant
    if (now - since < stableMillis) return yield* Effect.fail(reason)
    yield* onUnavailable(reason)
  })

  yield* Effect.scoped(hold).pipe(
    Effect.catchDefect((defect) => Effect.fail(reasonOf(defect))),
    Effect.tapError(onUnavailable),
    Effect.retry(backoff),
    Effect.forever,
    Effect.forkScoped
  )
  yield* Effect.timeoutOption(Deferred.await(attempted), startTimeoutMillis)
  return { connection: () => current } satisfies RedisConnector
})

/** Returns the message of an error of Redis or of the system. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== "") return error.message
  // Node's error for a host with several addresses, none of which responded, has no message.
  return "code" in error ? String(error.code) : error.name
}

const connectTimeoutMillis = 2000
const startTimeoutMillis = 1000
/** A connection that lasted for less does not show that the next one will last. */
const stableMillis = 10_000

// Jittered, so that not all servers reconnect at the same time.
const backoff = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("2 seconds")]).pipe(Schedule.jittered)

/** The options of a client that connects once, within a time in milliseconds, and sends nothing before that. */
export const redisClientOptions = (address: RedisAddress, connectTimeout: number) =>
  ({
    ...(address.username !== undefined && { username: address.username }),
    ...(address.password !== undefined && { password: Redacted.value(address.password) }),
    database: address.database,
    socket: {
      host: address.host,
      port: address.port,
      ...(address.tls && { tls: true as const }),
      connectTimeout,
      reconnectStrategy: false
    },
    // Every server and proxy supports the older protocol, which is sufficient here.
    RESP: 2,
    maintNotifications: "disabled",
    disableClientInfo: true,
    disableOfflineQueue: true
  }) as const
