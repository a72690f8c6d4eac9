import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { drainThreads } from "../../../../src/server/workers/coordinator/DrainThreads.ts"
import type { WorkerThread } from "../../../../src/server/workers/coordinator/WorkerThread.ts"

/** A thread that ends when it is terminated, and also when it is told to drain, unless it is stuck. */
const makeThread = (number: number, isListening: boolean, isStuck = false) => {
  const done: Array<string> = []
  const ended = Deferred.makeUnsafe<string>()
  const end = () => Deferred.doneUnsafe(ended, Exit.succeed("It has ended"))
  const thread: WorkerThread = {
    number,
    listening: Deferred.makeUnsafe(),
    ended,
    isListening: () => isListening,
    tell: ({ _tag }) => {
      done.push(_tag)
      if (!isStuck) end()
    },
    give: () => Effect.void,
    terminate: () => {
      done.push("terminated")
      end()
    }
  }
  return { thread, done }
}

describe("drainThreads", () => {
  it.live("drains the threads that answer requests, ends the others, and terminates what is stuck", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const threads = [makeThread(1, true), makeThread(2, false), makeThread(3, true, true)]
      yield* drainThreads(
        threads.map(({ thread }) => thread),
        "20 millis"
      ).pipe(
        Effect.uninterruptible,
        Effect.provide(
          Logger.layer([
            Logger.make(({ fiber, message }) => logged.push([message, fiber.getRef(References.CurrentLogAnnotations)]))
          ])
        )
      )
      assert.deepStrictEqual(
        threads.map(({ done }) => done),
        [["Drain"], ["terminated"], ["Drain", "terminated"]]
      )
      assert.deepStrictEqual(logged, [[["A worker did not shut down in time and is terminated"], { worker: 3 }]])
    })
  )
})
