import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { createClient } from "redis"
import { parseRedisAddress } from "../../../src/cli/serve/RedisAddress.ts"
import type { RedisAddress } from "../../../src/limits/redis/RedisConnection.ts"
import { makeRedisLimiter, type RedisLimiterOptions } from "../../../src/limits/redis/RedisLimiter.ts"
import { patience } from "../../support/Patience.ts"

const { REDIS_URL, TAXONOMY_REQUIRE_SERVICES } = process.env

const program = "redis-server"

/** The Redis that all tests share. Each test uses only its own keys. */
export const sharedUrl = REDIS_URL ?? "redis://127.0.0.1:6379"

export const addressOf = (url: string): RedisAddress => Result.getOrThrow(parseRedisAddress(url))

/** A namespace of keys that no other test uses. */
export const freshPrefix = (): string => `taxonomy:test:${randomUUID()}:`

/** Sends a command and waits for its reply. */
export type Tell = (...command: ReadonlyArray<string>) => Effect.Effect<unknown>

/** A client for tests that inspect or change what Redis stores. */
export const redisClient = (url: string): Effect.Effect<Tell, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => await makeClient(url).connect()),
      (client) => Effect.sync(() => client.destroy())
    ),
    (client) =>
      (...command) =>
        Effect.promise(() => client.sendCommand(command))
  )

const makeClient = (url: string) =>
  createClient({ url, RESP: 2, socket: { reconnectStrategy: false } }).on("error", () => undefined)

/** A Redis that a test may stop, break and flush. */
export interface OwnRedis {
  readonly port: number
  readonly url: string
  /** Uses a connection of its own. */
  readonly tell: Tell
  readonly signal: (signal: "SIGSTOP" | "SIGCONT") => Effect.Effect<void>
  /** Returns when the process has ended. */
  readonly kill: Effect.Effect<void>
  /** Returns when Redis accepts connections. Waits for its port, which another process may have for a moment. */
  readonly start: Effect.Effect<void>
}

/** A Redis that is not started yet, without persistence. */
export const ownRedis = (...options: ReadonlyArray<string>): Effect.Effect<OwnRedis, never, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "taxonomy-redis-"))),
      (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
    )
    let child: ChildProcess | undefined
    const kill = Effect.promise(async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    })
    yield* Effect.addFinalizer(() => kill)
    const url = `redis://127.0.0.1:${port}`
    const given = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder, ...options]
    return {
      port,
      url,
      tell: (...command) => Effect.scoped(Effect.flatMap(redisClient(url), (tell) => tell(...command))),
      signal: (signal) => Effect.sync(() => void child?.kill(signal)),
      kill,
      start: Effect.callback<void, string>((resume) => {
        const started = spawn(program, given, { stdio: ["ignore", "pipe", "inherit"] })
        child = started
        let output = ""
        started.once("close", () => resume(Effect.fail(output)))
        started.stdout.on("data", (text) => {
          output += String(text)
          if (output.includes("Ready to accept connections")) resume(Effect.void)
        })
      }).pipe(
        Effect.retry({
          schedule: Schedule.spaced("50 millis"),
          while: (told) => told.includes("Address already in use")
        }),
        Effect.timeout(patience),
        Effect.orDie
      )
    }
  })

/** Listens on a free port and returns it. */
export const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port")
  return address.port
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listening(server)
  await once(server.close(), "close")
  return port
}

/** Waits for a condition, until the time limit of the test. */
export const eventually = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.delay(eventually(holds), "2 millis")))

/** A connected limiter, with a timeout that a busy machine does not exceed. */
export const sharingLimiter = Effect.fnUntraced(function* (url: string, options?: RedisLimiterOptions) {
  const limiter = yield* makeRedisLimiter(addressOf(url), { timeoutMillis: 30_000, ...options })
  yield* eventually(() => limiter.status().isConnected)
  return limiter
})

/** Collects log lines with their level. */
export const logInto = (lines: Array<string>) =>
  Logger.layer([Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))])

export const quiet = Logger.layer([])

const hasProgram = (): boolean => spawnSync(program, ["--version"]).status === 0

const isReachable = await redisClient(sharedUrl).pipe(
  Effect.scoped,
  Effect.exit,
  Effect.map(Exit.isSuccess),
  Effect.runPromise
)

const isRequired = TAXONOMY_REQUIRE_SERVICES === "1"

const missing = isReachable ? (hasProgram() ? undefined : `there is no ${program}`) : "it does not answer"

/** Like `describe`, if Redis is reachable or required. */
export const describeWithRedis = missing === undefined || isRequired ? describe : describe.skip

if (missing !== undefined && !isRequired) {
  const { shown } = addressOf(sharedUrl)
  process.stderr.write(`Tests with Redis are skipped: ${missing} (${shown}; REDIS_URL names another).\n`)
}
