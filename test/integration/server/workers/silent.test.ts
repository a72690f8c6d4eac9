import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { genesis } from "../../../../src/domain/ledger/HashChain.ts"
import { startThread } from "../../../../src/server/workers/coordinator/WorkerThread.ts"

const start = {
  taxonomyWorker: true,
  number: 1,
  config: undefined,
  catalog: { events: [], leaves: [], head: genesis, checkpoint: undefined, pinned: [] },
  keys: { changed: [] },
  flags: new SharedArrayBuffer(4),
  unwritten: new SharedArrayBuffer(4),
  isTerminal: false
} as const

describe("startThread", () => {
  it.live("terminates a worker that does not carry out an order in time, and says so", () =>
    Effect.gen(function* () {
      const ended: Array<number> = []
      const thread = startThread({
        entry: new URL("fixtures/silent-worker.ts", import.meta.url),
        start,
        orderTimeoutMillis: 100,
        onMessage: () => undefined,
        onEnd: ({ number }) => void ended.push(number)
      })
      yield* Deferred.await(thread.listening)
      assert.isTrue(thread.isListening())
      yield* thread.give({ _tag: "Keys", update: { changed: [] } })
      assert.strictEqual(yield* Deferred.await(thread.ended), "It did not respond for 0.1 seconds")
      assert.deepStrictEqual([thread.isListening(), ended], [false, [1]])
    })
  )
})
