import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { parsePostgresUrl } from "../../../../src/keys/postgres/PostgresUrl.ts"

describe("parsePostgresUrl", () => {
  it.each([
    ["postgres://db/keys", { shown: "postgres://db/keys", hasPassword: false, rootCertificate: undefined }],
    ["postgres://u:p%40@db:1/keys", { shown: "postgres://u@db:1/keys", hasPassword: true, rootCertificate: undefined }],
    [
      "postgresql://u@db/keys?password=p&sslrootcert=ca.pem",
      { shown: "postgresql://u@db/keys", hasPassword: true, rootCertificate: "ca.pem" }
    ],
    [
      "postgres://db/keys?sslmode=disable&sslrootcert=ca.pem",
      { shown: "postgres://db/keys", hasPassword: false, rootCertificate: undefined }
    ]
  ])("shows neither the password nor the parameters of %s", (text, expected) => {
    const { url, ...shown } = Result.getOrThrow(parsePostgresUrl(text))
    assert.strictEqual(Redacted.value(url), text)
    assert.deepStrictEqual(shown, expected)
  })

  it.each([
    ["no URL", "secret"],
    ["an invalid port", "postgres://u:secret@db:99999/keys"],
    ["a password with a slash", "postgres://u:se/cret@db/keys"],
    ["a password with a question mark", "postgres://u:1?cret@db/keys"],
    ["a password with a hash", "postgres://u:1#cret@db/keys"]
  ])("rejects %s without repeating it", (_, text) => {
    const message = Result.getOrThrow(Result.flip(parsePostgresUrl(text)))
    assert.include(message, "Percent-encode special characters")
    assert.notInclude(message, "cret")
  })
})
