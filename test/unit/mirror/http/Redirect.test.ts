import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { resolveRedirect } from "../../../../src/mirror/http/Redirect.ts"

const from = "https://a.example/r/ledger.ndjson?sig=1"

describe("resolveRedirect", () => {
  it("follows relative and absolute addresses, and says if the host is another one", () => {
    const to = (location: string) => Result.getOrThrow(resolveRedirect(from, location))
    assert.deepStrictEqual(to("/s/x"), { url: "https://a.example/s/x", isSameOrigin: true })
    assert.deepStrictEqual(to("https://b.example/x"), { url: "https://b.example/x", isSameOrigin: false })
    assert.deepStrictEqual(to("https://a.example:444/x"), { url: "https://a.example:444/x", isSameOrigin: false })
    assert.strictEqual(to("https://me:secret@b.example/x#y").url, "https://b.example/x")
  })

  it("refuses to leave encryption, other protocols, and an address that is none", () => {
    assert.deepStrictEqual(resolveRedirect(from, "http://a.example/x"), Result.fail("insecure"))
    for (const location of ["file:///etc/passwd", "https://", undefined]) {
      assert.deepStrictEqual(resolveRedirect(from, location), Result.fail("malformed"))
    }
    assert.isTrue(Result.isSuccess(resolveRedirect("http://a.example/", "http://b.example/")))
  })
})
