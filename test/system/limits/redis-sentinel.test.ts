import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { currentInstant } from "../../../src/limits/Limiter.ts"
import type { RedisLimiter } from "../../../src/limits/redis/RedisLimiter.ts"
import { makeRedisUsageStore } from "../../../src/usage/RedisUsageStore.ts"
import { subjectOf } from "../../support/limits/contract.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { addressOf, describeWithRedis, eventually, listening, ownRedis, quiet, sharingLimiter } from "./redis.ts"

const program = "redis-server"

const freePort = Effect.promise(async () => {
  const server = createServer()
  const port = await listening(server)
  await once(server.close(), "close")
  return port
})

/** A Sentinel that declares a primary down after half a second. */
const ownSentinel = Effect.fnUntraced(function* (primary: number) {
  const port = yield* freePort
  const config = join(yield* Effect.promise(() => temporaryFolder()), "sentinel.conf")
  const settings = [
    `port ${port}`,
    "bind 127.0.0.1",
    `sentinel monitor limits 127.0.0.1 ${primary} 1`,
    "sentinel down-after-milliseconds limits 500",
    "sentinel failover-timeout limits 2000"
  ]
  yield* Effect.promise(() => writeFile(config, `${settings.join("\n")}\n`))
  const child = spawn(program, [config, "--sentinel"], { stdio: ["ignore", "pipe", "inherit"] })
  let output = ""
  child.stdout.on("data", (text) => (output += String(text)))
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      const ended = once(child, "exit")
      if (child.kill("SIGKILL")) await ended
    })
  )
  // The replica, to which it can turn.
  yield* eventually(() => output.includes("+slave slave"))
  return port
})

const charged = (limiter: RedisLimiter) =>
  Effect.flatMap(currentInstant, (instant) => subjectOf(limiter).charge("key", "free", instant))

describeWithRedis("the limiter behind Redis Sentinel", () => {
  it.live("counts on at the replica that the Sentinels promote", () =>
    Effect.gen(function* () {
      const primary = yield* ownRedis()
      yield* primary.start
      const replica = yield* ownRedis("--replicaof", `127.0.0.1 ${primary.port}`)
      yield* replica.start
      const sentinel = yield* ownSentinel(primary.port)
      const nobody = yield* freePort
      const url = `redis+sentinel://127.0.0.1:${nobody},127.0.0.1:${sentinel}/limits`
      const limiter = yield* sharingLimiter(url)
      assert.strictEqual((yield* charged(limiter)).remaining, 99)
      assert.include(yield* primary.tell("KEYS", "*"), "taxonomy:limits:{key}")

      yield* primary.kill
      yield* eventually(() => !limiter.status().isConnected)
      yield* eventually(() => limiter.status().isConnected)
      assert.strictEqual((yield* charged(limiter)).remaining, 98)
      assert.include(yield* replica.tell("KEYS", "*"), "taxonomy:limits:{key}")
      assert.deepStrictEqual((yield* makeRedisUsageStore(addressOf(url)).read(undefined)).keys, [])
    }).pipe(Effect.provide(quiet))
  )
})
