import { assert, describe, it } from "@effect/vitest"
import { isArtifactPath } from "../../../src/mirror/StageRelease.ts"

describe("isArtifactPath", () => {
  it("accepts the paths of published artifacts", () => {
    for (const path of [
      "schema.json",
      "CHANGES.md",
      "config.schema.json",
      "licenses/NIL-EDU-IMAGE.json",
      "a/TEXT-1.5"
    ]) {
      assert.isTrue(isArtifactPath(path), path)
    }
  })

  it("rejects paths that lead elsewhere, hide, or mean something in a URL", () => {
    const wrong = [
      "",
      "/etc/passwd",
      "../ledger.ndjson",
      "a/../../b",
      "a//b",
      "a/",
      ".lock",
      "a/.tmp-b",
      "a\\b",
      "a%2fb",
      "a?b"
    ]
    const others = ["a#b", "a b", "a\u0000", "é.json", "manifest.json", "x".repeat(201), "a/".repeat(8) + "b"]
    for (const path of [...wrong, ...others]) assert.isFalse(isArtifactPath(path), path)
  })
})
