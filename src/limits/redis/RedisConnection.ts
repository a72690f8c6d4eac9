import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { currentInstant } from "../Limiter.ts"

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
 * Keeps a connection to Redis until the scope closes, and replaces it whenever it ends. Succeeds with a function that
 * returns `undefined` while Redis is unreachable, does not work, or is too slow.
 *
 * Waits for the first attempt, at most a second. Logs one line when Redis becomes unreachable, and one when it is
 * back.
 *
 * The reconnection of the client is disabled: it queues commands for seconds, gives up permanently after one timeout,
 * and does not detect a Redis that accepts connections but does not respond.
 */
export const makeRedisConnector = Effect.fnUntraced(function* ({ address, consequence, probe }: RedisConnectorOptions) {
  let current: RedisConnection | undefined
  let awaySince: number | undefined
  const attempted = yield* Deferred.make<void>()

  const connect = Effect.fn("RedisConnector.connect")(function* () {
    const ended = yield* Deferred.make<never, string>()
    const end = (reason: string): void => {
      current = undefined
      Deferred.doneUnsafe(ended, Effect.fail(reason))
    }
    const client = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => makeRedisClient(address, connectTimeoutMillis), catch: reasonOf }),
      (client) =>
        Effect.sync(() => {
          current = undefined
          client.destroy()
        })
    )
    client.onEnd((error) => end(reasonOf(error)))
    yield* Effect.tryPromise({ try: () => client.connect(), catch: reasonOf }).pipe(
      Effect.timeoutOrElse({
        duration: connectTimeoutMillis,
        orElse: () => Effect.fail(`No connection within ${connectTimeoutMillis} ms`)
      })
    )
    const connection: RedisConnection = { send: client.send, end }
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
  return () => current
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

/** A client that connects once, and sends nothing before that. */
export interface RedisClient {
  readonly connect: () => Promise<unknown>
  readonly send: (command: ReadonlyArray<string>) => Promise<unknown>
  readonly destroy: () => void
  /** Listens for the end of the connection, or of that to any node. */
  readonly onEnd: (listener: (reason: unknown) => void) => void
}

/**
 * Makes a client that connects within a time in milliseconds. Asks the Sentinels of an address for the primary, which may
 * be another one at each connection. A cluster is connected while all its primaries are: each has some of the keys.
 */
export const makeRedisClient = async (
  { cluster, sentinel, url }: RedisAddress,
  connectTimeout: number
): Promise<RedisClient> => {
  // Loaded here, since it takes longer to load than the rest of the server.
  const { createClient, createCluster } = await import("redis")
  if (cluster !== undefined) {
    const { password, protocol, username } = new URL(Redacted.value(url))
    const { socket, RESP, ...defaults } = connectOnce(connectTimeout)
    const client = createCluster({
      rootNodes: cluster.map((host) => ({ url: `${protocol}//${host}` })),
      defaults: {
        ...defaults,
        socket: protocol === "rediss:" ? { ...socket, tls: true } : socket,
        ...(username === "" ? {} : { username: decodeURIComponent(username) }),
        ...(password === "" ? {} : { password: decodeURIComponent(password) })
      },
      RESP
    })
    return {
      connect: () => client.connect(),
      send: (command) => client.sendCommand(firstKeyOf(command), false, [...command]),
      destroy: () => client.destroy(),
      onEnd: (listener) => {
        client.on("error", listener).on("node-error", listener)
        client.on("node-disconnect", () => listener("The connection to a node has ended"))
      }
    }
  }
  const primary = sentinel === undefined ? url : await findPrimary(url, sentinel, connectTimeout)
  const client = createClient(redisClientOptions(primary, connectTimeout))
  return {
    connect: () => client.connect(),
    send: (command) => client.sendCommand(command),
    destroy: () => {
      if (client.isOpen) client.destroy()
    },
    onEnd: (listener) => {
      client.on("error", listener).on("end", () => listener("The connection has ended"))
    }
  }
}

/** The key by which a cluster finds the node of a command. A script has its number of keys before them. */
const firstKeyOf = ([name = "", ...rest]: ReadonlyArray<string>): string | undefined =>
  name.startsWith("EVAL") ? rest[2] : rest[0]

const connectOnce = (connectTimeout: number) =>
  ({
    socket: { connectTimeout, reconnectStrategy: false },
    // Every server and proxy supports the older protocol, which is sufficient here.
    RESP: 2,
    maintNotifications: "disabled",
    disableClientInfo: true,
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 }
  }) as const

/** The options of a client of one node. */
export const redisClientOptions = (url: Redacted.Redacted, connectTimeout: number) => ({
  url: Redacted.value(url),
  ...connectOnce(connectTimeout)
})

/** The URL of the primary that the first Sentinel names which answers. Fails with what the last one answers. */
const findPrimary = async (
  url: Redacted.Redacted,
  { hosts, primary }: NonNullable<RedisAddress["sentinel"]>,
  connectTimeout: number
): Promise<Redacted.Redacted> => {
  const { createClient } = await import("redis")
  let failure: unknown
  for (const host of hosts) {
    const { protocol } = new URL(Redacted.value(url))
    const client = createClient(redisClientOptions(Redacted.make(`${protocol}//${host}`), connectTimeout))
    client.on("error", () => undefined)
    // A Sentinel may accept connections and say nothing.
    const timer = setTimeout(() => client.destroy(), connectTimeout)
    try {
      await client.connect()
      const found = decodePrimary(await client.sendCommand(["SENTINEL", "get-master-addr-by-name", primary]))
      if (Option.isNone(found)) throw new Error(`The Sentinel ${host} knows no primary ${primary}`)
      const [name, port] = found.value
      const at = new URL(Redacted.value(url))
      at.host = `${name.includes(":") ? `[${name}]` : name}:${port}`
      return Redacted.make(at.href)
    } catch (error) {
      failure = error
    } finally {
      clearTimeout(timer)
      if (client.isOpen) client.destroy()
    }
  }
  throw failure
}

const decodePrimary = Schema.decodeUnknownOption(Schema.Tuple([Schema.String, Schema.String]))

/** Where Redis is, as `--limits` names it. */
export interface RedisAddress {
  /** With several hosts, the first of them: the user, the password and the database are those of the primaries. */
  readonly url: Redacted.Redacted
  /** The Sentinels to ask for the primary, as hosts with ports, and its name. */
  readonly sentinel?: { readonly hosts: ReadonlyArray<string>; readonly primary: string }
  /** Nodes of the cluster that name the others, as hosts with ports. */
  readonly cluster?: ReadonlyArray<string>
  readonly hasPassword: boolean
  /** The address for messages, without user name and password. */
  readonly shown: string
}
