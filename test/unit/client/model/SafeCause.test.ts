import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { toSafeCause } from "../../../../src/client/model/SafeCause.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const mask = (text: string) => text.replaceAll(apiKey, "<API key>")

const inspected = (value: unknown) => inspect(value, { showHidden: true, depth: Infinity, getters: true })

describe("toSafeCause", () => {
  it("keeps an error without the API key, with its causes", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", port: 8080 })
    const errors: ReadonlyArray<unknown> = [
      refused,
      new TypeError("fetch failed", { cause: refused }),
      new AggregateError([refused, refused], "all failed"),
      Object.assign(new Error("closed"), { socket: { localPort: 1, bytesRead: 0n, at: [null, undefined] } }),
      "a text"
    ]
    for (const error of errors) assert.strictEqual(toSafeCause(error, mask), error)
  })

  it("keeps an error that is its own cause", () => {
    const error: Error & { cause?: unknown } = new Error("one")
    error.cause = error
    assert.strictEqual(toSafeCause(error, mask), error)
  })

  const secret = () => new Headers({ authorization: `Bearer ${apiKey}` })
  const holders: ReadonlyArray<readonly [name: string, make: () => unknown]> = [
    ["its message", () => new Error(`no ${apiKey}`)],
    ["its cause", () => new Error("no", { cause: new Error(`Bearer ${apiKey}`) })],
    ["a text as its cause", () => new Error("no", { cause: `Bearer ${apiKey}` })],
    ["one of its errors", () => new AggregateError([new Error(apiKey)], "no")],
    ["its name", () => Object.assign(new Error("no"), { name: apiKey })],
    ["its code", () => Object.assign(new Error("no"), { code: apiKey })],
    ["its stack", () => Object.assign(new Error("no"), { stack: `at ${apiKey}` })],
    ["an own object", () => Object.assign(new Error("no"), { request: { headers: { authorization: apiKey } } })],
    ["the name of a property", () => Object.assign(new Error("no"), { [apiKey]: 1 })],
    ["a symbol", () => Object.assign(new Error("no"), { [Symbol("key")]: { key: apiKey } })],
    ["headers", () => Object.assign(new Error("no"), { headers: secret() })],
    ["a map", () => Object.assign(new Error("no"), { headers: new Map([["authorization", apiKey]]) })],
    ["a getter", () => Object.defineProperty(new Error("no"), "key", { get: () => apiKey })],
    ["itself, a text", () => apiKey],
    ["itself, an object", () => ({ apiKey })]
  ]

  it.each(holders)("masks the API key in %s", (_, make) => {
    const problem = make()
    assert.include(inspected(problem), apiKey)
    assert.notInclude(inspected(toSafeCause(problem, mask)), apiKey)
  })

  it("keeps no error with more than it looks at", () => {
    const many = Object.assign(new Error("no"), { list: Array.from({ length: 2000 }, () => ({})) })
    const copy = toSafeCause(many, mask)
    assert.instanceOf(copy, Error)
    assert.deepStrictEqual([copy.message, "list" in copy], ["no", false])
  })

  it("keeps what an error says in its copy", () => {
    const cause = Object.assign(new TypeError("no route"), { code: "EHOSTUNREACH" })
    const error = Object.assign(new Error("no", { cause }), { name: "FetchError", request: { headers: secret() } })
    const copy = toSafeCause(error, mask)
    assert.instanceOf(copy, Error)
    assert.deepStrictEqual([copy.message, copy.name, copy.stack], ["no", "FetchError", error.stack])
    assert.instanceOf(copy.cause, Error)
    const { message, name } = copy.cause
    assert.deepStrictEqual([message, name, Reflect.get(copy.cause, "code")], ["no route", "TypeError", "EHOSTUNREACH"])
  })
})
