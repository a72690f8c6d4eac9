import { assert, describe, it } from "vitest"
import { findSoakProblem, selectRequest, soakMix, type SoakAnswer } from "../../../../scripts/soak/SoakRequest.ts"

const requestOf = (name: string) => {
  const found = soakMix.find(([, request]) => request.name === name)?.[1]
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

const answer = (status: number, rest: Partial<SoakAnswer> = {}): SoakAnswer => ({
  status,
  errorCode: undefined,
  bytes: 2,
  promised: 2,
  failure: undefined,
  ...rest
})

describe("the mix of the soak test", () => {
  it("contains every request", () => {
    const selected = Array.from({ length: 1000 }, (_, index) => selectRequest(index / 1000).name)
    assert.deepStrictEqual(
      [...new Set(selected)],
      soakMix.map(([, { name }]) => name)
    )
  })

  it.each([
    ["license", answer(200)],
    ["unchanged", answer(304, { bytes: 0, promised: 2 })],
    ["revocable key", answer(403, { errorCode: "key-revoked" })],
    ["wrong key", answer(401, { errorCode: "key-invalid" })],
    ["no key", answer(429, { errorCode: "unauthorized-limit-exceeded" })],
    ["aborted", answer(0, { failure: "socket hang up" })]
  ])("explains an answer to %s", (name, given) => {
    assert.isUndefined(findSoakProblem(requestOf(name), given))
  })

  it.each([
    ["license", answer(500, { errorCode: "internal-error" }), "the answer is 500 internal-error"],
    ["license", answer(200, { bytes: 1 }), "1 of 2 bytes came"],
    ["license", answer(0, { failure: "ECONNRESET" }), "the connection failed with ECONNRESET"],
    ["wrong key", answer(200), "the answer is 200"],
    ["license", answer(403, { errorCode: "key-revoked" }), "the answer is 403 key-revoked"]
  ])("explains no such answer to %s", (name, given, problem) => {
    assert.strictEqual(findSoakProblem(requestOf(name), given), problem)
  })
})
