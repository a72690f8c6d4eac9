import { assert, describe, it } from "@effect/vitest"
import { parseOptions } from "../../../../src/client/options/ClientSettings.ts"

const options = { baseUrl: "https://licensing.example", apiKey: "nil_0123456789abcdefABCDEF0123456789" }

/** Runs a function, which must not wait, on a platform without fetch. */
const withoutFetch = <A>(run: () => A): A => {
  const { fetch } = globalThis
  Reflect.deleteProperty(globalThis, "fetch")
  try {
    return run()
  } finally {
    globalThis.fetch = fetch
  }
}

describe("the option fetch", () => {
  it("is required on a platform without fetch", () => {
    assert.throws(
      () => withoutFetch(() => parseOptions(options)),
      /^fetch: is required, since this platform has no fetch\.$/
    )
    const fetch = () => Promise.resolve(Response.json({}))
    assert.strictEqual(withoutFetch(() => parseOptions({ ...options, fetch })).fetch, fetch)
  })
})
