import { assert, describe, it } from "@effect/vitest"
import { formatNote, parseNote } from "../../../../src/domain/transparency/Checkpoint.ts"
import type { NoteDefect } from "../../../../src/domain/transparency/LogProblem.ts"
import { rejectionOf } from "../../../support/transparency/rejection.ts"

describe("parseNote", () => {
  it.each(Object.entries(published))("reads %s as it is published, and writes the same bytes", (_, note) => {
    assert.strictEqual(formatNote(parseNote(note)), note)
  })

  it("splits the text from the signatures at the last blank line", () => {
    const { signatures, text } = parseNote(published["the note of the specification"])
    assert.match(text, /raggio di sole:\n\ned è subito sera\.\n$/)
    assert.deepStrictEqual(
      signatures.map(({ id, name, signature }) => [name, id, signature.length]),
      [["quasimodo.example/salvatore", "367ba04b", 64]]
    )
  })

  it.each(defects)("refuses a note that %s", async (_, { line, note, reason }) => {
    const problem = await rejectionOf(() => parseNote(note))
    assert.deepStrictEqual(problem, { _tag: "NotANote", reason, ...(line === undefined ? {} : { line }) })
  })
})

const signed = "a text\n\n— example.com/foo Uw2QOgAAAAA=\n"

// The examples of C2SP signed-note and tlog-cosignature.
const published = {
  "the note of the specification":
    "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n",
  "the note of the verifier key":
    "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n",
  "a checkpoint with a cosignature":
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
} as const

interface Defect {
  readonly note: string
  readonly reason: NoteDefect
  readonly line?: number
}

const defects: ReadonlyArray<readonly [string, Defect]> = [
  ["is empty", { note: "", reason: "no-final-line-break" }],
  ["has no signatures", { note: "a text\n", reason: "no-signatures" }],
  ["ends within a line", { note: signed.slice(0, -1), reason: "no-final-line-break" }],
  ["ends with a blank line", { note: `${signed}\n`, reason: "malformed-signature", line: 5 }],
  ["contains a carriage return", { note: signed.replace("text", "text\r"), reason: "control-character", line: 1 }],
  ["contains a tab", { note: signed.replace("text", "te\txt"), reason: "control-character", line: 1 }],
  ["contains half of a character", { note: signed.replace("text", "\ud800"), reason: "not-utf8" }],
  ["has a hyphen for the dash", { note: signed.replace("—", "-"), reason: "malformed-signature", line: 3 }],
  ["has two spaces in a signature", { note: signed.replace("foo ", "foo  "), reason: "malformed-signature", line: 3 }],
  ["names a key with a plus", { note: signed.replace("foo", "f+o"), reason: "malformed-signature", line: 3 }],
  [
    "has a signature of four bytes",
    { note: signed.replace("Uw2QOgAAAAA=", "Uw2QOg=="), reason: "malformed-signature", line: 3 }
  ],
  ["has a signature without padding", { note: signed.replace("A=", "A"), reason: "malformed-signature", line: 3 }],
  ["has a signature with bits left over", { note: signed.replace("A=", "B="), reason: "malformed-signature", line: 3 }],
  ["repeats a signature line", { note: `${signed}${signed.split("\n")[2]}\n`, reason: "repeated-signature", line: 4 }],
  [
    "has two signatures of one key",
    { note: `${signed}${signed.split("\n")[2]?.replace("AAA=", "AQA=")}\n`, reason: "repeated-signature", line: 4 }
  ],
  ["is too long", { note: `${"a".repeat(1_000_000)}\n`, reason: "too-long" }]
]
