import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { assert, describe, it } from "vitest"
import { releaseLocksOf } from "../../../src/limits/shared/BucketLock.ts"
import { makeSharedLimiter } from "../../../src/limits/shared/SharedLimiter.ts"
import { makeWindowTable, type WindowTable } from "../../../src/limits/shared/WindowTable.ts"

const keys = Array.from({ length: 20 }, (_, index) => `nil_${String(index).padStart(8, "0")}`)

/** A thread that is ready to charge. */
const startThread = async (table: WindowTable, owner: number, charges: number): Promise<Worker> => {
  const thread = new Worker(new URL("fixtures/charge-in-thread.ts", import.meta.url), {
    workerData: { table, owner, keys, charges }
  })
  await once(thread, "message")
  return thread
}

const chargeTogether = async (threads: ReadonlyArray<Worker>): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const results = threads.map((thread) => once(thread, "message"))
  for (const thread of threads) thread.postMessage("charge")
  return (await Promise.all(results)).map(([allowed]) => allowed)
}

describe("threads that count in shared memory", () => {
  it("allow exactly the quota of each key together", async () => {
    // Few buckets, so that the threads meet.
    const table = makeWindowTable(2)
    const threads = await Promise.all([1, 2, 3].map((owner) => startThread(table, owner, 700)))
    const allowed = await chargeTogether(threads)
    for (const index of keys.keys()) {
      assert.strictEqual(
        allowed.reduce((sum, ofThread) => sum + (ofThread[index] ?? 0), 0),
        1000
      )
    }
    await Promise.all(threads.map((thread) => thread.terminate()))
  })

  it("count on if one of them is ended while it charges", async () => {
    const table = makeWindowTable(1)
    const limiter = makeSharedLimiter(table, 1_000_000)
    const now = { unixMillis: 1_800_000_000_000, monotonicMillis: 1000 }
    for (let round = 1; round <= 10; round++) {
      const thread = await startThread(table, round, 1e9)
      thread.postMessage("charge")
      const target = Math.min(1000, round * 95)
      while (Number(limiter.peek(keys[0] ?? "", "professional", now).remaining) > 1000 - target) await nextTurn()
      await thread.terminate()
      releaseLocksOf(table, round)
    }
    for (const key of keys) {
      const { remaining } = limiter.peek(key, "professional", now)
      assert.isNumber(remaining)
      let left = Number(remaining)
      while (limiter.charge(key, "professional", now).allowed) left -= 1
      assert.strictEqual(left, 0)
    }
  })
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
