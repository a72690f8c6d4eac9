import { assert, describe, it } from "@effect/vitest"
import { retry, retryDelayAfter } from "../../../../src/client/http/Retry.ts"
import { NetworkError, NotFound, RateLimitExceeded, ServerError } from "../../../../src/client/model/ClientErrors.ts"
import { rejected } from "../../../system/client/rejected.ts"

const settings = { retries: 3, retryDelay: 1000, maxRetryDelay: 30_000 }
const network = new NetworkError("no", "id", { attempts: 1, code: undefined })
const failed = (retryAfter?: number) => new ServerError("no", "id", { status: 503, attempts: 1, retryAfter })
const limited = new RateLimitExceeded("no", "id", { retryAfter: 1, upgradeUrl: undefined })

describe("retryDelayAfter", () => {
  it.each([
    [network, 0, 1000],
    [network, 0.5, 1250],
    [failed(), 1, 1500],
    [failed(0), 0.5, 1250],
    [failed(7), 1, 7000],
    [failed(30), 0, 30_000],
    [failed(31), 0, undefined],
    [limited, 0, undefined],
    [new NotFound("no", "id"), 0, undefined],
    [new Error("no"), 0, undefined]
  ])("adds at random, and waits for Retry-After up to a limit: %s", (problem, random, expected) => {
    assert.strictEqual(retryDelayAfter(problem, settings, random), expected)
  })

  it("is never longer than a timer can be", () => {
    const longest = 2_147_483_647
    assert.strictEqual(retryDelayAfter(network, { ...settings, retryDelay: longest }, 1), longest)
  })
})

describe("retry", () => {
  const none = { ...settings, retryDelay: 0 }
  const { signal } = new AbortController()

  it("counts its attempts, and gives up after the last one", async () => {
    const attempts: Array<number> = []
    const attempt = (number: number) => {
      attempts.push(number)
      return number === 3 ? Promise.resolve("done") : Promise.reject(network)
    }
    assert.strictEqual(await retry(none, signal, attempt), "done")
    assert.deepStrictEqual(attempts, [1, 2, 3])
    const failure = await rejected(retry({ ...none, retries: 1 }, signal, attempt))
    assert.strictEqual(failure, network)
  })

  it.each([
    ["before it begins", queueMicrotask],
    ["while it lasts", setImmediate]
  ])("ends its wait when the signal aborts %s", async (_, defer) => {
    const controller = new AbortController()
    const attempt = () => {
      defer(() => controller.abort("enough"))
      return Promise.reject(network)
    }
    const slow = { ...settings, retryDelay: 1_000_000 }
    const failure = await rejected(retry(slow, controller.signal, attempt))
    assert.strictEqual(failure, "enough")
  })
})
