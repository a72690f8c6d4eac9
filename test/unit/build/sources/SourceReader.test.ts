import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readSource } from "../../../../src/build/sources/SourceReader.ts"
import { helpOf, messageOf } from "../../../../src/report/FindingText.ts"

/** What a file is told: the message and the help of each finding. */
const sayingsOf = (path: string, text: string): ReadonlyArray<readonly [message: string, help: string]> =>
  Result.match(readSource({ _tag: "File", path, bytes: new TextEncoder().encode(text) }), {
    onSuccess: () => [],
    onFailure: (findings) => findings.map((finding) => [messageOf(finding), helpOf(finding)])
  })

describe("readSource", () => {
  it("does not demand forbid: of a rule whose editor wrote require:, and joins the other missing keys", () => {
    const required = "require:\n  use_type: { contains: a }\n"
    const demand = [
      `Unknown key "require"`,
      "A rule cannot demand or permit a combination. Under forbid:, write the condition together with every other value of the dimension that it would demand."
    ] as const
    assert.sameDeepMembers(
      [...sayingsOf("rules/a.yaml", `id: a\n${required}`)],
      [demand, [`Missing key "description"`, "Add description: here."]]
    )
    assert.sameDeepMembers(
      [...sayingsOf("rules/a.yaml", required)],
      [demand, [`Missing keys "id" and "description"`, "Add id: and description: here."]]
    )
  })

  it("explains up to five mistakes at once, and of more the first one", () => {
    const head = "name: a\nlabel: A\ndescription: A.\nshape: single\nrequired: false\nvalues:\n"
    const explain = (count: number) => {
      const values = Array.from(
        { length: count },
        (_, at) => `  - code: a${at}\n    label: A\n    description: A: ${at}\n`
      )
      return sayingsOf("dimensions/a.yaml", `${head}${values.join("")}`)
    }
    const help = Array.from({ length: 5 }, () => "Put the text in quotes if it contains a colon.")
    assert.deepStrictEqual(
      explain(5).map(([, told]) => told),
      help
    )
    assert.deepStrictEqual(
      explain(6).map(([, told]) => told),
      help.slice(0, 1)
    )
  })

  it("gives a file another ending, or the folder of what it contains", () => {
    const license = "code: EDU\nname: Educational use\ndescription: For classrooms.\nconfig: {}\n"
    const nameFor = (path: string, text = license) => sayingsOf(path, text)[0]?.[1]
    assert.strictEqual(nameFor("licenses/EDU.yml"), "Rename it to licenses/EDU.yaml.")
    assert.strictEqual(nameFor("licenses/EDU.yaml.yml"), "Rename it to licenses/EDU.yaml.")
    assert.strictEqual(nameFor("NEW.yaml"), "Move it to licenses/NEW.yaml, or out of the source folder.")
    assert.strictEqual(nameFor("licenses/EDU.YML", "label: x\n"), "Rename it to licenses/EDU.yaml.")
    assert.strictEqual(nameFor("licenses/EDU.yml.old.yml", "label: x\n"), "Rename it to licenses/EDU.yml.old.yaml.")
    assert.strictEqual(
      nameFor("notes/todo.txt", "Ask them.\n"),
      "Move it to dimensions/, licenses/ or rules/, or out of the source folder."
    )
  })
})
