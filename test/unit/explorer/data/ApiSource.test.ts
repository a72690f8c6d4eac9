import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll, expect } from "vitest"
import { basePathOf, type KeyStorage, makeApiSource, toProblem } from "../../../../src/explorer/data/ApiSource.ts"

describe("makeApiSource", () => {
  const seen: Array<string> = []
  const server = createServer(({ headers, url }, response) => {
    const key = headers.authorization?.replace("Bearer ", "") ?? ""
    seen.push(`${key} ${url}`)
    if (key === "damaged") return response.end('{"releases":[')
    if (key === "cut") return response.writeHead(200, { "Content-Length": "100" }).end("{", () => response.destroy())
    if (key === "revoked") return response.writeHead(403, { "X-Error-Code": "key-revoked" }).end("{}")
    if (url?.startsWith("/v1/") === true) {
      return response.writeHead(404, { "X-Error-Code": "version-not-found" }).end("{}")
    }
    return response.end('{"releases":[],"items":[],"count":0}')
  })
  let basePath = ""
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    basePath = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
  })
  afterAll(() => void server.close())

  const keyInMemory = (key?: string): KeyStorage => {
    let current = key
    return {
      get: () => current,
      set: (next) => {
        current = next
      },
      clear: () => {
        current = undefined
      }
    }
  }

  it("finds the first API version that has a release, and uses it from then on", async () => {
    const source = makeApiSource(basePath, keyInMemory("first"))
    await Promise.all([source.releases(), source.items()])
    await source.releases()
    expect(seen.filter((request) => request.startsWith("first "))).toEqual([
      "first /v1/releases",
      "first /v2/releases",
      "first /v2/items",
      "first /v2/releases"
    ])
  })

  it("forgets a key that is refused, and says why until another one is entered", async () => {
    const key = keyInMemory("revoked")
    const source = makeApiSource(basePath, key)
    await expect(source.releases()).rejects.toMatchObject({ problem: { code: "key-revoked" } })
    expect(key.get()).toBeUndefined()
    await expect(source.schema("1.0.0", "v1")).rejects.toMatchObject({ problem: { code: "key-revoked" } })
    source.keySession?.signIn("valid")
    expect(await source.releases()).toMatchObject({ count: 0 })
    source.keySession?.signOut()
    await expect(source.releases()).rejects.toMatchObject({ problem: { code: "key-missing" } })
  })

  it("keeps a key that was entered while an earlier one was refused", async () => {
    const key = keyInMemory("revoked")
    const source = makeApiSource(basePath, key)
    const refused = source.releases()
    source.keySession?.signIn("valid")
    await expect(refused).rejects.toMatchObject({ problem: { code: "key-revoked" } })
    expect(key.get()).toBe("valid")
  })

  it("sends no request with a key that no header can contain", async () => {
    const key = keyInMemory("schlüssel")
    await expect(makeApiSource(basePath, key).releases()).rejects.toMatchObject({ problem: { code: "key-malformed" } })
    expect(seen.filter((request) => request.startsWith("schl"))).toEqual([])
    expect(key.get()).toBeUndefined()
  })

  it("tells damaged data from a connection that fails", async () => {
    await expect(makeApiSource(basePath, keyInMemory("damaged")).releases()).rejects.toMatchObject({
      problem: { code: "damaged" }
    })
    await expect(makeApiSource(basePath, keyInMemory("cut")).releases()).rejects.toMatchObject({
      problem: { code: "unreachable" }
    })
  })
})

const problem = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  toProblem({ status, headers: new Headers(headers) }, 1_000_000)

describe("toProblem", () => {
  it("tells the problems of an API key apart", () => {
    assert.deepStrictEqual(problem(401, { "X-Error-Code": "key-missing" }), { code: "key-missing" })
    assert.deepStrictEqual(problem(401, { "X-Error-Code": "key-invalid" }), { code: "key-invalid" })
    assert.deepStrictEqual(problem(403, { "X-Error-Code": "key-revoked" }), { code: "key-revoked" })
  })

  it("says when a limit ends, if the server does", () => {
    const limit = { "X-Error-Code": "limit-exceeded" }
    assert.deepStrictEqual(problem(429, { ...limit, "Retry-After": "60" }), {
      code: "limit-exceeded",
      retryAt: 1_060_000
    })
    assert.deepStrictEqual(problem(429, limit), { code: "limit-exceeded", retryAt: undefined })
  })

  it("takes a proxy without a server, and a server that ends, for one that is away", () => {
    for (const status of [502, 503, 504]) assert.deepStrictEqual(problem(status), { code: "unreachable" })
    assert.deepStrictEqual(problem(503, { "X-Error-Code": "draining" }), { code: "unreachable" })
  })

  it("passes on the id of a request that failed", () => {
    assert.deepStrictEqual(problem(500, { "X-Error-Code": "internal-error", "X-Request-ID": "a1" }), {
      code: "unexpected",
      status: 500,
      requestId: "a1"
    })
    assert.deepStrictEqual(problem(404), { code: "not-found" })
    assert.deepStrictEqual(problem(404, { "X-Error-Code": "version-not-found" }), { code: "version-not-found" })
  })
})

describe("basePathOf", () => {
  it("is the path above the page", () => {
    assert.deepStrictEqual(
      ["/api/taxonomy/explore", "/api/taxonomy/explore/", "/explore", "/proxy//explore", "/explore/explore"].map(
        basePathOf
      ),
      ["/api/taxonomy", "/api/taxonomy", "", "/proxy", "/explore"]
    )
  })

  it("never names another server, which the key would be sent to", () => {
    assert.strictEqual(basePathOf("//other.example/explore"), "/other.example")
  })
})
