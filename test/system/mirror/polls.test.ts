import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { followOrigin } from "../../../src/mirror/FollowOrigin.ts"
import type { MirrorOutcome } from "../../../src/mirror/Mirror.ts"
import { Origins, statusOf } from "./FaultyOrigin.ts"
import { mirrorOptions, services, setup } from "./MirrorFolder.ts"

const ledger = "ledger.ndjson"

layer(Layer.merge(services, Origins.layer), { excludeTestServices: true })("followOrigin", (it) => {
  it.effect("polls no sooner than the origin asks for, and at once if it is told to", () =>
    Effect.gen(function* () {
      const { into, origin } = yield* setup(1)
      const failures = yield* Queue.unbounded<{ readonly error: unknown; readonly at: number }>()
      const reports = yield* Queue.unbounded<MirrorOutcome>()
      const wakeups = yield* Queue.sliding<void>(1)
      const waits = ["1"]
      origin.faults.set(ledger, (...received) => statusOf(503, { "retry-after": waits.shift() ?? "3600" })(...received))
      const following = followOrigin({
        options: Effect.map(HttpClient.HttpClient, (client) => mirrorOptions(client, origin.url, into)),
        interval: Duration.millis(1),
        wakeups,
        describe: (error) => {
          Queue.offerUnsafe(failures, { error, at: performance.now() })
          return ""
        },
        report: (outcome) => Queue.offer(reports, outcome)
      })
      const fiber = yield* Effect.forkChild(following)
      const nextFailure = Effect.raceFirst(Queue.take(failures), Fiber.join(fiber))
      const [first, second] = [yield* nextFailure, yield* nextFailure]
      assert.deepInclude(first.error, { _tag: "OriginUnavailable", retryAfterMillis: 1000 })
      // Timers count in whole milliseconds.
      assert.isAbove(second.at - first.at, 990)
      assert.deepInclude(second.error, { retryAfterMillis: 3_600_000 })
      origin.faults.clear()
      yield* Queue.offer(wakeups, undefined)
      assert.deepStrictEqual((yield* Queue.take(reports)).copied.map(String), ["1.0.0"])
      origin.faults.set(ledger, statusOf(503))
      yield* nextFailure
    })
  )
})
