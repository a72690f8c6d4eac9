import { assert, describe, it } from "@effect/vitest"
import type { Check } from "../../../src/domain/checks/Check.ts"
import { checks, checksByArea } from "../../../src/domain/checks/CheckRegistry.ts"
import {
  renderAreaPretty,
  renderCheckMarkdown,
  renderCheckPretty,
  renderChecksJson,
  renderChecksMarkdown,
  renderChecksPretty
} from "../../../src/report/CheckReference.ts"

const check: Check = {
  id: "code/reused",
  title: "Removed *code* reused",
  level: "error",
  stage: "release",
  waivable: true,
  breaks: "# dimensions/use.yaml\n\nvalues: [a]",
  keeps: "# dimensions/use.yaml\nvalues: [b]",
  explanation: `Codes are <forever>. ${"Contracts name them for years. ".repeat(3).trim()}`,
  message: () => "",
  help: () => ""
}

describe("the documentation of a check for a terminal", () => {
  it.each(checks.map((each) => [each.id, each] as const))("explains %s in lines of whole words", (_, each) => {
    const [, explanation = ""] = renderCheckPretty(each).split("\n\n")
    const lines = explanation.split("\n")
    assert.strictEqual(lines.join(" "), each.explanation)
    assert.isAtMost(Math.max(...lines.map(({ length }) => length)), 80)
  })

  it("has the level, the explanation, and both examples indented", () => {
    assert.strictEqual(
      renderCheckPretty(check),
      `code/reused (error, can be waived)
Removed *code* reused

Codes are <forever>. Contracts name them for years. Contracts name them for
years. Contracts name them for years.

Incorrect:
  # dimensions/use.yaml

  values: [a]

Correct:
  # dimensions/use.yaml
  values: [b]`
    )
  })

  it("lists the checks of an area in columns", () => {
    const warning: Check = { ...check, id: "date/backdated", level: "warning", title: "Old date" }
    assert.strictEqual(
      renderAreaPretty([check, warning]),
      `code/reused     error    Removed *code* reused
date/backdated  warning  Old date

Run taxonomy explain with one of these ids to read about it.`
    )
  })

  it("lists every check on a line of its own", () => {
    assert.deepStrictEqual(
      renderChecksPretty()
        .split("\n")
        .map((line) => line.split(/ {2,}/)),
      checks.map(({ id, level, title }) => [id, level, title])
    )
  })
})

describe("the documentation of a check in Markdown", () => {
  it("has the level, the explanation as it is, and both examples as code", () => {
    assert.strictEqual(
      renderCheckMarkdown({ ...check, level: "warning", waivable: false }),
      `**Removed \\*code\\* reused** (warning)

Codes are \\<forever\\>. Contracts name them for years. Contracts name them for years. Contracts name them for years.

Incorrect:

\`\`\`text
# dimensions/use.yaml

values: [a]
\`\`\`

Correct:

\`\`\`text
# dimensions/use.yaml
values: [b]
\`\`\``
    )
  })

  it("starts with a table that links to each check, and groups them by area", () => {
    const text = renderChecksMarkdown()
    const lines = text.split("\n")
    const table = lines.filter((line) => line.startsWith("|"))
    assert.strictEqual(lines[0], "# Checks")
    assert.deepStrictEqual(table.slice(0, 2), [
      "| check | title | level | can be waived |",
      "| --- | --- | --- | --- |"
    ])
    assert.lengthOf(table, checks.length + 2)
    assert.include(table, "| [code/reused](#codereused) | Removed code reused | error | yes |")
    assert.include(table, "| [date/backdated](#datebackdated) | Release dated more than a day ago | warning | no |")
    assert.deepStrictEqual(
      lines.filter((line) => line.startsWith("## ")),
      Object.keys(checksByArea).map((area) => `## ${area}`)
    )
    for (const each of checks) assert.include(text, `\n\n### ${each.id}\n\n${renderCheckMarkdown(each)}`)
  })
})

describe("the documentation of the checks in JSON", () => {
  it("has the facts of each check, and no function", () => {
    const { rules } = JSON.parse(renderChecksJson())
    assert.deepStrictEqual(
      rules,
      checks.map(({ breaks, explanation, id, keeps, level, title, waivable }) => ({
        id,
        title,
        level,
        breaks,
        keeps,
        explanation,
        waivable: waivable === true
      }))
    )
  })
})
