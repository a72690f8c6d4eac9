import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { BaseIri, Version } from "../../../../src/domain/taxonomy/Scalars.ts"

const isBaseIri = Schema.is(BaseIri)

describe("BaseIri", () => {
  it.for([
    "https://vocabulary.example/",
    "https://vocabulary.example/nil/",
    "https://vocabulary.example/nil#",
    "https://vocabulary.example/#",
    "http://localhost:8080/nil/v.1/",
    "https://xn--bcher-kva.example/%C3%BC~(a)/"
  ])("accepts %s", (iri) => {
    assert.isTrue(isBaseIri(iri))
    assert.strictEqual(new URL(iri).href, iri)
  })

  it.for([
    ["without a last / or #", "https://vocabulary.example/nil"],
    ["without a path", "https://vocabulary.example"],
    ["without a host", "https:///nil/"],
    ["of another scheme", "urn:nil:"],
    ["without a scheme", "vocabulary.example/nil/"],
    ["with a host in upper case", "https://Vocabulary.example/nil/"],
    ["with a scheme in upper case", "HTTPS://vocabulary.example/nil/"],
    ["with a user", "https://user@vocabulary.example/nil/"],
    ["with a query", "https://vocabulary.example/?nil/"],
    ["with a fragment", "https://vocabulary.example/#nil/"],
    ["with two number signs", "https://vocabulary.example/nil##"],
    ["with a space", "https://vocabulary.example/n il/"],
    ["with a line break", "https://vocabulary.example/nil/\n"],
    ["with angle brackets", "https://vocabulary.example/<nil>/"],
    ["with a letter outside of ASCII", "https://vocabulary.example/bücher/"],
    ["with an escape in lower case", "https://vocabulary.example/%c3%bc/"],
    ["with an incomplete escape", "https://vocabulary.example/%C/"],
    ["with a dot segment", "https://vocabulary.example/a/../nil/"],
    ["with a dot segment at the end", "https://vocabulary.example/nil/./"],
    ["with more than 255 characters", `https://vocabulary.example/${"a".repeat(230)}/`]
  ] as const)("refuses one %s", ([, iri]) => {
    assert.isFalse(isBaseIri(iri))
  })
})

describe("Version", () => {
  it("is three numbers without a v, without leading zeros, and without a pre-release", () => {
    for (const text of ["0.0.0", "1.0.0", "10.20.30", "999999999.0.0"]) assert.isTrue(isVersion(text), text)
    for (const text of [
      "",
      "1",
      "1.0",
      "v1.0.0",
      "01.0.0",
      "1.0.0-rc.1",
      "1.0.0+1",
      "1.0.0.0",
      " 1.0.0",
      "1.0.0\n",
      "1.0.-1"
    ]) {
      assert.isFalse(isVersion(text), text)
    }
  })
})

const isVersion = Schema.is(Version)
