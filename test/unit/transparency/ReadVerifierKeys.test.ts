import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readVerifierKeys } from "../../../src/transparency/ReadVerifierKeys.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { makeKey, makeWitness } from "../../support/transparency/SignedReleases.ts"

const [first, second, witness] = await Promise.all([
  makeKey("example.com/first"),
  makeKey("example.com/second"),
  makeWitness("witness.example")
])

const folder = await temporaryFolder()
const file = join(folder, "keys")
await writeFile(file, `# The keys of the log\n\n  ${first.vkey}\r\n${second.vkey}\n`)
const comments = join(folder, "comments")
await writeFile(comments, "# None yet\n")
const malformed = join(folder, "malformed")
await writeFile(malformed, `${first.vkey}\nexample.com+key\n`)
const nested = join(folder, "folder")
await mkdir(nested)

const option = "--trust"

layer(NodeServices.layer)("readVerifierKeys", (it) => {
  it.effect.each([
    ["nothing", [], []],
    ["a key", [` ${first.vkey}\n`], [first]],
    ["several keys in one text", [`${first.vkey}\n# another\n\n${second.vkey}`], [first, second]],
    ["several texts", [second.vkey, first.vkey], [second, first]],
    ["the same key twice", [first.vkey, file], [first, second]],
    ["a file", [file], [first, second]]
  ] as const)("reads %s", ([, given, keys]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* readVerifierKeys(option, given, "ed25519"),
        keys.map(({ key }) => key.verifier)
      )
    })
  )

  it.effect("reads the keys of witnesses", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readVerifierKeys(option, [witness.vkey], "cosignature"), [witness.key.verifier])
    })
  )

  const form = "its form must be NAME+ID+KEY"
  it.effect.each([
    ["an empty text", "", "--trust: It is empty. Write NAME+ID+KEY, or a file with one key per line."],
    [
      "a file of comments",
      comments,
      `--trust: ${comments} contains no key. Write NAME+ID+KEY, or a file with one key per line.`
    ],
    [
      "a missing file",
      join(folder, "missing"),
      `--trust: ${folder}/missing is neither a verifier key (NAME+ID+KEY) nor a file.`
    ],
    ["a folder", nested, `--trust: ${nested} cannot be read. Check its permissions, and that it is a regular file.`],
    [
      "a malformed key in a file",
      malformed,
      `--trust, ${malformed}, line 2: The verifier key "example.com\u2026" is invalid: ${form}.`
    ],
    [
      "a malformed key in a text",
      `${first.vkey}\nexample.com+key`,
      `--trust, line 2: The verifier key "example.com\u2026" is invalid: ${form}.`
    ],
    [
      "the key of a witness in the place of that of a log",
      witness.vkey,
      `--trust: The key ${witness.shown} is that of a witness, so it cannot sign as a log. Give it as a witness.`
    ],
    [
      "a private key",
      first.secret,
      "--trust: This is a private key. Keep it secret, and give its verifier key instead."
    ]
  ] as const)("refuses %s", ([, given, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readVerifierKeys(option, [given], "ed25519"))
      assert.strictEqual(error.message, message)
    })
  )
})
