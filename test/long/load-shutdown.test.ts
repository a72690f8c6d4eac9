import { Agent } from "node:http"
import { connect, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { withdraw } from "../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { appendEvent } from "../../src/release/Publish.ts"
import { patience } from "../support/Patience.ts"
import { exchange } from "../system/server/exchange.ts"
import { idleTime } from "../system/server/idleTime.ts"
import { loadOn, noFailures } from "../system/server/load/Load.ts"
import { serving } from "../system/server/load/Serving.ts"
import { pace, witness } from "../system/server/load/Witness.ts"
import { rawAnswers } from "../system/server/rawAnswers.ts"
import { publishRelease, vocabulary } from "../system/server/releases.ts"
import { waitUntil } from "../system/server/TestServer.ts"

/** With a schema of a megabyte, of which the system does not take sixteen where the caller does not read. */
const large: Taxonomy = {
  ...vocabulary("EDU"),
  description: "Larger than what the system holds. ".repeat(30_000).trim()
}

const publishLarge = (releases: string) => Effect.orDie(publishRelease(releases, "1.0.0", large))

const schemaPath = "/api/taxonomy/v1/schema"

const schemaRequest = (key: string) => `GET ${schemaPath} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`

/** How long a draining server waits for what is left (`DrainTimes.patience`). */
const maxDrainMillis = 10_000

/** A connection over which this was sent, and nothing is read until it is told to. */
const unread = (port: number, sent: string) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(sent, () => resume(Effect.succeed(socket))))
      socket.on("error", () => undefined)
      socket.pause()
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

describe("taxonomy serve, under load", () => {
  it.live("serves each published or withdrawn release without a failed request", () =>
    Effect.gen(function* () {
      const first = (releases: string) => Effect.orDie(publishRelease(releases, "1.0.0", vocabulary("L0")))
      const { end, key, port, releases, stop } = yield* serving(first)
      const load = yield* loadOn(port, schemaPath, key)
      let stopped = false
      const witnessed = yield* Effect.forkChild(
        witness(port, { path: "/v1/schema", coding: "br", key }, () => stopped, pace)
      )
      const served = (version: string) =>
        Effect.repeat(exchange(port, schemaPath, { headers: { Authorization: `Bearer ${key}` } }), {
          schedule: pace,
          until: ({ headers }) => headers["x-taxonomy-version"] === version
        }).pipe(Effect.timeout(patience))
      yield* publishRelease(releases, "1.1.0", vocabulary("L0", "L1"))
      yield* served("v1.1")
      yield* publishRelease(releases, "1.2.0", vocabulary("L0", "L1", "L2"))
      yield* served("v1.2")
      const command = { version: Version.make("1.2.0"), date: "2026-01-15T10:00:00Z", reason: "It was wrong" }
      yield* appendEvent(releases, (history) => withdraw(history, command))
      yield* served("v1.1")
      stopped = true
      const { connections, seen } = yield* Fiber.join(witnessed)
      const { failures } = yield* load.stop
      assert.deepStrictEqual(failures, noFailures)
      assert.strictEqual(connections, 1)
      assert.deepStrictEqual(
        seen.map(({ header, release, version }) => [header, version, release]),
        ["0", "1", "2", "1"].map((minor) => [`v1.${minor}`, `v1.${minor}`, `1.${minor}.0`])
      )
      yield* stop
      assert.strictEqual((yield* end).code, 0)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("on SIGTERM answers all received requests, finishes slow responses and exits with 0", () =>
    Effect.gen(function* () {
      const { end, key, port, stop } = yield* serving(publishLarge)
      const headers = { Authorization: `Bearer ${key}` }
      const whole = yield* exchange(port, schemaPath, { headers })
      const slow = yield* unread(port, schemaRequest(key).repeat(16))
      let received = ""
      slow.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")))
      slow.pause()

      const idle = yield* unread(port, "")
      idle.resume()

      let count = 0
      const ask = (agent?: Agent) =>
        Effect.tap(
          exchange(port, "/api/taxonomy/v1/licenses", { headers, ...(agent === undefined ? {} : { agent }) }),
          ({ status }) =>
            Effect.sync(() => {
              count++
              assert.strictEqual(status, 200)
            })
        )
      const kept = Effect.gen(function* () {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        let previousSentAt = Infinity
        const askUnlessClosed = Effect.suspend(() => {
          const sinceSent = idleTime(previousSentAt)
          previousSentAt = performance.now()
          return Effect.match(ask(agent), {
            onSuccess: ({ headers }) => headers.connection === "close",
            onFailure: (lost) => sinceSent.mayBeClosed(lost) || assert.fail(lost.code)
          })
        })
        yield* Effect.repeat(askUnlessClosed, { until: (isClosed) => isClosed })
        agent.destroy()
      })
      const anew = Effect.flip(Effect.forever(ask()))
      const callers = yield* Effect.forkChild(Effect.zip(eightTimes(kept), eightTimes(anew), { concurrent: true }))
      yield* waitUntil(() => count > 300)
      const stoppedAt = yield* stop
      // By then, no connection is waited for that does nothing.
      yield* waitUntil(() => idle.closed)
      slow.resume()
      yield* waitUntil(() => slow.closed)
      const [, ends] = yield* Fiber.join(callers)
      // One that is made at that very moment is lost.
      for (const { code } of ends) assert.include(["ECONNREFUSED", "ECONNRESET"], code)
      assert.strictEqual((yield* end).code, 0)
      // A reader that needs longer is cut off.
      if (performance.now() - stoppedAt >= maxDrainMillis) return
      const answers = rawAnswers(received)
      for (const { body } of answers) assert.isTrue(Buffer.from(body, "latin1").equals(whole.bytes))
      assert.isTrue(answers.length === 16 || answers.at(-1)?.headers.get("connection") === "close")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("on SIGTERM waits ten seconds for half a request and an unread response, then exits with 0", () =>
    Effect.gen(function* () {
      const { end, key, port, stop } = yield* serving(publishLarge)
      yield* unread(port, "")
      yield* unread(port, schemaRequest(key).slice(0, -2))
      const reader = yield* unread(port, schemaRequest(key).repeat(16))
      const stoppedAt = yield* stop
      const { at, code } = yield* end
      assert.strictEqual(code, 0)
      assert.isAtLeast(at - stoppedAt, maxDrainMillis - 1)
      reader.resume()
      yield* waitUntil(() => reader.closed)
      assert.isBelow(reader.bytesRead, 16 * large.description.length)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

const eightTimes = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.all(
    Array.from({ length: 8 }, () => effect),
    { concurrency: "unbounded" }
  )
