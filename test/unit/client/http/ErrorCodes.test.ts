import { assert, describe, it } from "@effect/vitest"
import { errorCodes } from "../../../../src/api/bodies/ErrorCode.ts"
import { isErrorCode, statusOfErrorCode } from "../../../../src/client/http/ErrorCodes.ts"

describe("statusOfErrorCode", () => {
  it("has the status of every code of the contract", () => {
    const expected = Object.fromEntries(Object.entries(errorCodes).map(([code, { status }]) => [code, status]))
    assert.deepStrictEqual<Record<string, number>>(statusOfErrorCode, expected)
  })

  it("knows no other code, such as a name that every object has", () => {
    for (const code of [null, "", "constructor", "planet-not-found"]) assert.isFalse(isErrorCode(code))
  })
})
