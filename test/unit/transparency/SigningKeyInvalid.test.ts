import { assert, describe, it } from "@effect/vitest"
import * as Runtime from "effect/Runtime"
import { SigningKeyInvalid, type SigningKeyDefect } from "../../../src/transparency/SigningKeyInvalid.ts"

const variable = "TAXONOMY_LOG_KEY"

describe("the message about an invalid private key", () => {
  it.each([
    [
      { _tag: "NotFound" },
      "This is neither a private key, which begins with PRIVATE+KEY+, nor the path of a file. Set it to one of them."
    ],
    [{ _tag: "Unreadable", code: "EACCES" }, "permission denied. Run as a user who may read and write there."],
    [{ _tag: "Unreadable" }, "The file cannot be read. Name a regular file."],
    [{ _tag: "NoKey" }, "No private key. Make one with taxonomy log-key."],
    [
      { _tag: "Malformed", reason: "form" },
      "The private key does not have the form PRIVATE+KEY+NAME+ID+KEY. Copy the whole key again."
    ],
    [
      { _tag: "Malformed", reason: "id" },
      "The ID of the private key does not match its name and key. Copy the whole key again."
    ],
    [{ _tag: "Malformed", reason: "type" }, "The type of the private key is not Ed25519. Copy the whole key again."],
    [
      { _tag: "OtherType", expected: "ed25519" },
      "This is the key of a witness. Use the key of a log, which taxonomy log-key makes without --witness."
    ],
    [
      { _tag: "OtherType", expected: "cosignature" },
      "This is the key of a log. Use the key of a witness, which taxonomy log-key --witness makes."
    ],
    [
      { _tag: "OtherName", name: "b.example", first: "a.example" },
      "This key has the name b.example, and the keys before it a.example. Use keys of one name."
    ]
  ] satisfies ReadonlyArray<readonly [SigningKeyDefect, string]>)("describes %j", (defect, message) => {
    const error = new SigningKeyInvalid({ variable, defect })
    assert.strictEqual(error.message, `${variable}: ${message}`)
    assert.strictEqual(error[Runtime.errorExitCode], 2)
  })

  it("names the file and the line", () => {
    const defect = { _tag: "NoKey" } as const
    const text = "No private key. Make one with taxonomy log-key."
    assert.deepStrictEqual(
      [
        new SigningKeyInvalid({ variable, file: "key.txt", defect }),
        new SigningKeyInvalid({ variable, line: 2, defect }),
        new SigningKeyInvalid({ variable, file: "key.txt", line: 2, defect })
      ].map((error) => error.message),
      [`${variable}, key.txt: ${text}`, `${variable}, line 2: ${text}`, `${variable}, key.txt, line 2: ${text}`]
    )
  })
})
