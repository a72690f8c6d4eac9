import { assert, describe, it } from "@effect/vitest"
import { describeError, findSystemCode } from "../../../../src/client/model/DescribeError.ts"

const withCode = (message: string, code: unknown, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code })

const nested = (depth: number): Error =>
  depth === 0 ? withCode("end", "ECONNRESET") : new Error(`${depth}`, { cause: nested(depth - 1) })

const circular = new Error("round")
circular.cause = circular

const unprintable = {
  toString: () => {
    throw new Error("no text")
  }
}

describe("a thrown value", () => {
  it.each([
    ["a text", "a text", undefined],
    [undefined, "undefined", undefined],
    [unprintable, "a value without text", undefined],
    [new Error("plain"), "plain", undefined],
    [new TypeError(""), "TypeError", undefined],
    [withCode("", "ENOTFOUND"), "ENOTFOUND", "ENOTFOUND"],
    [withCode("closed", "UND_ERR_SOCKET"), "closed, UND_ERR_SOCKET", "UND_ERR_SOCKET"],
    [withCode("getaddrinfo ENOTFOUND a.example", "ENOTFOUND"), "getaddrinfo ENOTFOUND a.example", "ENOTFOUND"],
    [withCode("odd", "not a code"), "odd", undefined],
    [withCode("odd", "eNOENT"), "odd", undefined],
    [withCode("odd", 7), "odd", undefined],
    [withCode("odd", `E${"X".repeat(64)}`), "odd", undefined],
    [withCode("failed", "ECODE", new Error("read ECODE")), "failed (read ECODE)", "ECODE"],
    [new Error("failed", { cause: withCode("closed", "EPIPE") }), "failed (closed, EPIPE)", "EPIPE"],
    [new Error("failed", { cause: "a text" }), "failed (a text)", undefined],
    [
      new AggregateError([new Error("first"), withCode("second", "EFIRST"), withCode("third", "ELAST")], "all failed"),
      "all failed (first; second, EFIRST; third, ELAST)",
      "EFIRST"
    ],
    [
      new AggregateError(
        Array.from({ length: 9 }, (_, index) => String(index)),
        "many",
        { cause: "why" }
      ),
      "many (why; 0; 1; 2; 3; 4; 5; 6; 7)",
      undefined
    ]
  ])("%o is described as %j, with the code %s", (problem, text, code) => {
    assert.deepStrictEqual([describeError(problem), findSystemCode(problem)], [text, code])
  })

  it("is described with eight levels of causes", () => {
    assert.strictEqual(describeError(nested(8)), "8 (7 (6 (5 (4 (3 (2 (1 (end, ECONNRESET))))))))")
    assert.strictEqual(describeError(nested(9)), "9 (8 (7 (6 (5 (4 (3 (2 (1))))))))")
    assert.deepStrictEqual([findSystemCode(nested(8)), findSystemCode(nested(9))], ["ECONNRESET", undefined])
    assert.strictEqual(describeError(circular), `${"round (".repeat(8)}round${")".repeat(8)}`)
    assert.isUndefined(findSystemCode(circular))
  })
})
