import { assert, describe, it } from "@effect/vitest"
import { makeSharedCalls } from "../../../../src/client/cache/SharedCalls.ts"
import { rejected } from "../../../system/client/rejected.ts"

/** A call that ends when the test says so. */
const makeCall = () => {
  const started: Array<AbortSignal> = []
  const { promise, reject, resolve } = Promise.withResolvers<string>()
  return {
    started,
    resolve,
    start: (signal: AbortSignal): Promise<string> => {
      started.push(signal)
      signal.addEventListener("abort", () => reject(signal.reason))
      return promise
    }
  }
}

describe("makeSharedCalls", () => {
  it("lets parallel callers of one key share a call, and starts again afterwards", async () => {
    const share = makeSharedCalls<string>()
    const call = makeCall()
    const { signal } = new AbortController()
    const results = [share("a", signal, call.start), share("a", signal, call.start), share("b", signal, call.start)]
    assert.lengthOf(call.started, 2)
    call.resolve("done")
    assert.deepStrictEqual(await Promise.all(results), ["done", "done", "done"])
    await share("a", signal, call.start)
    assert.lengthOf(call.started, 3)
  })

  it("lets each caller leave, and aborts the call when the last one has left", async () => {
    const share = makeSharedCalls<string>()
    const call = makeCall()
    const [first, second] = [new AbortController(), new AbortController()]
    const results = [share("a", first.signal, call.start), share("a", second.signal, call.start)]
    first.abort("first")
    assert.strictEqual(await rejected(results[0] ?? Promise.resolve()), "first")
    assert.isFalse(call.started[0]?.aborted)
    second.abort("second")
    assert.strictEqual(await rejected(results[1] ?? Promise.resolve()), "second")
    assert.isTrue(call.started[0]?.aborted)
  })

  it("starts a new call for a caller who comes after the last one has left", async () => {
    const share = makeSharedCalls<string>()
    const [left, next] = [makeCall(), makeCall()]
    const controller = new AbortController()
    const result = share("a", controller.signal, left.start)
    controller.abort("left")
    const other = share("a", new AbortController().signal, next.start)
    assert.strictEqual(await rejected(result), "left")
    next.resolve("next")
    assert.strictEqual(await other, "next")
  })

  it("passes a failure to every caller", async () => {
    const share = makeSharedCalls<string>()
    const { signal } = new AbortController()
    const start = () => Promise.reject(new Error("no"))
    const reasons = await Promise.all([share("a", signal, start), share("a", signal, start)].map(rejected))
    assert.deepStrictEqual(reasons.map(String), ["Error: no", "Error: no"])
  })
})
