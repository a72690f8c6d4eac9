import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { errorExitCode } from "../../../../src/cli/ExitCode.ts"
import { genesis } from "../../../../src/domain/ledger/HashChain.ts"
import { drainThreads } from "../../../../src/server/workers/coordinator/DrainThreads.ts"
import { startThread } from "../../../../src/server/workers/coordinator/WorkerThread.ts"
import type { FromWorker, WorkerStart } from "../../../../src/server/workers/WorkerMessages.ts"

/** Starts a worker that tells one message, and carries out no order. */
const startTelling = (message: FromWorker) => {
  const start: WorkerStart<FromWorker> = {
    taxonomyWorker: true,
    number: 1,
    config: message,
    catalog: { events: [], leaves: [], head: genesis, checkpoint: undefined, pinned: [] },
    keys: { changed: [] },
    flags: new SharedArrayBuffer(4),
    unwritten: new SharedArrayBuffer(4),
    isTerminal: false
  }
  const ended: Array<number> = []
  const thread = startThread({
    entry: new URL("fixtures/telling-worker.ts", import.meta.url),
    start,
    orderTimeoutMillis: 100,
    onMessage: () => undefined,
    onEnd: ({ number }) => void ended.push(number)
  })
  return { thread, ended }
}

const listening: FromWorker = { _tag: "Listening", port: 1, origin: "http://127.0.0.1:1" }

describe("drainThreads", () => {
  it.live("terminates a worker that does not shut down in time", () =>
    Effect.gen(function* () {
      const { ended, thread } = startTelling(listening)
      yield* Deferred.await(thread.listening)
      yield* Effect.uninterruptible(drainThreads([thread], "100 millis"))
      assert.deepStrictEqual(ended, [1])
    }).pipe(Effect.provide(Logger.layer([])))
  )
})

describe("startThread", () => {
  it.live("terminates a worker that does not carry out an order in time, and says so", () =>
    Effect.gen(function* () {
      const { ended, thread } = startTelling(listening)
      yield* Deferred.await(thread.listening)
      assert.isTrue(thread.isListening())
      yield* thread.give({ _tag: "Keys", update: { changed: [] } })
      assert.strictEqual(yield* Deferred.await(thread.ended), "It did not respond for 0.1 seconds")
      assert.deepStrictEqual([thread.isListening(), ended], [false, [1]])
    })
  )

  it.live("fails with the reason and the exit code of a worker that cannot serve", () =>
    Effect.gen(function* () {
      const { thread } = startTelling({ _tag: "Refused", message: "No permission", exitCode: 2 })
      const refused = yield* Effect.flip(Deferred.await(thread.listening))
      assert.deepStrictEqual([refused.message, errorExitCode(refused)], ["No permission", 2])
      assert.strictEqual(yield* Deferred.await(thread.ended), "No permission")
      assert.isFalse(thread.isListening())
    })
  )
})
