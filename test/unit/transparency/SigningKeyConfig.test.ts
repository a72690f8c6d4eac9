import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Runtime from "effect/Runtime"
import { parseNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { signCheckpoint, generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import {
  SigningKeyInvalid,
  type SigningKeyDefect,
  readSigningKeys
} from "../../../src/transparency/SigningKeyConfig.ts"

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

const first = await generateSigningKey("example.com/taxonomy", "ed25519")
const second = await generateSigningKey("example.com/taxonomy", "ed25519")
const other = await generateSigningKey("example.com/other", "ed25519")
const witness = await generateSigningKey("witness.example", "cosignature")

const read = (value: string | undefined, type?: "cosignature") =>
  Effect.provideService(
    readSigningKeys("TEST_KEY", type),
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: value === undefined ? {} : { TEST_KEY: value } })
  )

const idsOf = (value: string) => Effect.map(read(value), (found) => found?.keys.map(({ verifier }) => verifier.id))

const messageOf = (value: string, type?: "cosignature") =>
  Effect.map(Effect.flip(read(value, type)), ({ message }) => message)

const ids = [first.key.verifier.id, second.key.verifier.id]

layer(NodeServices.layer)("private keys in an environment variable", (it) => {
  it.effect("are absent if it is missing or blank", ({ expect }) =>
    Effect.gen(function* () {
      for (const value of [undefined, "", " \n "]) expect(yield* read(value)).toBeUndefined()
    })
  )

  it.effect("are its lines, without comments, blank lines and repetitions", ({ expect }) =>
    Effect.gen(function* () {
      expect(yield* idsOf(first.secret)).toEqual(ids.slice(0, 1))
      const lines = ["", "# until 2027", `  ${first.secret}\r`, "", second.secret, first.secret, ""]
      expect(yield* idsOf(lines.join("\n"))).toEqual(ids)
    })
  )

  it.effect("are the lines of the file that it names", ({ expect }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const file = paths.join(yield* fs.makeTempDirectoryScoped(), "log.key")
      yield* fs.writeFileString(file, `${first.secret}\n${second.secret}\n`, { mode: 0o600 })
      expect(yield* idsOf(file)).toEqual(ids)
      const [found] = (yield* read(file))?.keys ?? []
      const checkpoint = { origin: "example.com/taxonomy", size: 1, root: new Uint8Array(32) }
      const [signature] = parseNote(signCheckpoint(checkpoint, found === undefined ? [] : [found])).signatures
      expect(signature?.id).toBe(first.key.verifier.id)

      yield* fs.writeFileString(file, `${first.secret}\nnot a key\n`)
      expect(yield* messageOf(file)).toMatch(new RegExp(`^TEST_KEY, ${file}, line 2: The private key`))
      yield* fs.writeFileString(file, "# none yet\n")
      expect(yield* messageOf(file)).toMatch(new RegExp(`^TEST_KEY, ${file}: No private key`))
      expect(yield* messageOf(paths.dirname(file))).toContain(`TEST_KEY, ${paths.dirname(file)}: `)
    })
  )

  it.effect("all have one name, and the type that is needed", ({ expect }) =>
    Effect.gen(function* () {
      expect(yield* messageOf(`${first.secret}\n${other.secret}`)).toBe(
        "TEST_KEY, line 2: This key has the name example.com/other, and the keys before it example.com/taxonomy. Use keys of one name."
      )
      expect(yield* messageOf(witness.secret)).toMatch(/^TEST_KEY, line 1: This is the key of a witness\./)
      expect(yield* messageOf(first.secret, "cosignature")).toMatch(/^TEST_KEY, line 1: This is the key of a log\./)
      expect((yield* read(witness.secret, "cosignature"))?.name).toBe("witness.example")
    })
  )

  it.effect("are never repeated by a message, however they are damaged", ({ expect }) =>
    Effect.gen(function* () {
      const { secret } = first
      // The key itself may contain a plus.
      const encoded = secret.split("+").slice(4).join("+")
      const damaged = [
        encoded,
        secret.slice(4),
        secret.slice(0, -1),
        `${secret} `.replace("PRIVATE+KEY+", ""),
        secret.replaceAll("+", "/"),
        secret.replace("taxonomy", "other"),
        `${secret}${secret}`,
        `\n${secret.slice(4)}\n`,
        `${secret.slice(0, 60)}\n${secret.slice(60)}`
      ]
      for (const value of damaged) {
        const message = yield* messageOf(value)
        expect(message).toMatch(/^TEST_KEY[:,] /)
        for (let start = 0; start + 8 <= encoded.length; start++) {
          expect(message).not.toContain(encoded.slice(start, start + 8))
        }
      }
    })
  )
})
