import { assert, describe, it } from "@effect/vitest"
import { outageOf } from "../../../../src/mirror/http/TransportErrors.ts"

const withCode = (code: string) => Object.assign(new Error("failed"), { code })

describe("outageOf", () => {
  it("finds the error code in causes and in several attempts", () => {
    const nested = { reason: { cause: new Error("failed", { cause: withCode("ENOTFOUND") }) } }
    assert.deepStrictEqual(outageOf(nested), { _tag: "HostUnknown" })
    assert.deepStrictEqual(outageOf({ cause: new AggregateError([withCode("ECONNREFUSED")]) }), {
      _tag: "ConnectionRefused"
    })
    assert.deepStrictEqual(outageOf(withCode("UND_ERR_SOCKET")), { _tag: "Interrupted", code: "UND_ERR_SOCKET" })
    assert.deepStrictEqual(outageOf("failed"), { _tag: "Interrupted" })
  })

  it("recognizes certificates that are not trusted", () => {
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      assert.deepStrictEqual(outageOf(withCode(code)), { _tag: "CertificateRejected", code })
    }
  })
})
