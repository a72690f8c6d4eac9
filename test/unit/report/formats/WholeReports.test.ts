import { stripVTControlCharacters, styleText } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { checks } from "../../../../src/domain/checks/CheckRegistry.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { renderGithub } from "../../../../src/report/formats/Github.ts"
import { renderJson } from "../../../../src/report/formats/Json.ts"
import { renderJunit } from "../../../../src/report/formats/Junit.ts"
import { renderLines } from "../../../../src/report/formats/Lines.ts"
import { renderMarkdown } from "../../../../src/report/formats/Markdown.ts"
import { renderPretty } from "../../../../src/report/formats/Pretty.ts"
import { renderSarif } from "../../../../src/report/formats/Sarif.ts"
import { makeChangesReport, type Report } from "../../../../src/report/Report.ts"
import { changes, refused, withdrawn } from "../RichReport.ts"

const exempt = "Old (use/old) is exempt from “Removed code reused” (code/reused). Approved by J. Doe. Reason: "
const due = (date: string) =>
  `Film (use/film) can be removed in 2.0.0 at the earliest, and not before ${date}; use use/tv; reason: Nobody uses it`
const compared = "1.1.0 -> 1.2.0 is a minor bump; the changes require a major bump. Declare 2.0.0."
const notChecked = "Not checked until these errors are fixed: the rules for releases."
const signed = "Signed the log example.org/log up to event 3 with a+01234567 and b+89abcdef."
const wasWithdrawn =
  "It was withdrawn on 2026-03-01: A code was misspelt. Declare a new version to publish a correction."
const followUps = Array.from({ length: 11 }, (_, index) => `licenses/L${index}.yaml:9`)
const oldRemoved = [
  "Value removed (major): Old (use/old): use Film (use/film): Unused",
  "description: [-Old uses.-]",
  "definition: [-A use before 1900.-]"
]
const ceased = [
  `note: ${oldRemoved[0]}: ${oldRemoved[1]}`,
  `note: ${oldRemoved[0]}: ${oldRemoved[2]}`,
  "note: Value removed (major): use/older"
]
const digest = `sha256:${"0".repeat(64)}`

describe("a refused proposal", () => {
  it("is shown whole on a terminal", async () => {
    assert.strictEqual(
      await renderPretty(refused, { colour: false }),
      `2 waivers used:
  ${exempt}Nobody saw it
  ${exempt}A typo

Coming due:
  ${due("2026-07-01")}
  1 more later. Run \`taxonomy due\` to see all.

error[lifecycle/end-of-life] v1 ended on 2026-01-01: It is old
  --> dimensions/use.yaml:9:5
  |
9 |   - code: old
  |     ^^^^^^^^^ to line 12
${followUps
  .slice(0, 10)
  .map((place) => `  ::: ${place}:5\n`)
  .join("")}  ::: and 1 more place
  note: v1 ended on 2026-01-01: It follows
  ::: dimensions/use.yaml:2:5
  note: the removal of use/old requires a major release
  item: Old (use/old)
  help: Release on a later major version, such as v2.

warning[date/backdated] The release is dated 2026-01-01, more than 24 hours ago
  --> taxonomy.yaml:1:1
  help: Make a new commit, so that grace periods start today.

4 changes since 1.1.0:
  Values removed (major: terms that use it become invalid)
    Old (use/old): use Film (use/film): Unused
      description: [-Old uses.-]
      definition: [-A use before 1900.-]
    use/older
  Value added (minor: existing terms stay valid)
    Film (use/film)
      description: Moving pictures.
  Text of the taxonomy changed (patch: the meaning stays)
      title: “Licences” -> “Licenses”

Refused: 1 error, 1 warning. ${compared}
${notChecked}`
    )
  })

  it("has colours on a terminal that has them, and lines that fit its columns", async () => {
    const text = await renderPretty({ ...refused, findings: refused.findings.slice(1) }, { colour: true, width: 60 })
    const paint = (style: Parameters<typeof styleText>[0], part: string) =>
      styleText(style, part, { validateStream: false })
    assert.strictEqual(
      text,
      `${paint("yellow", "2 waivers used:")}
  Old (use/old) is exempt from “Removed code reused”
    (code/reused). Approved by J. Doe. Reason: Nobody saw it
  Old (use/old) is exempt from “Removed code reused”
    (code/reused). Approved by J. Doe. Reason: A typo

${paint("bold", "Coming due:")}
  Film (use/film) can be removed in 2.0.0 at the earliest,
    and not before 2026-07-01; use use/tv; reason: Nobody
    uses it
  1 more later. Run \`taxonomy due\` to see all.

${paint("yellow", "warning[date/backdated]")} ${paint("bold", "The release is dated 2026-01-01,")}
  ${paint("bold", "more than 24 hours ago")}
${paint("cyan", "  -->")} taxonomy.yaml:1:1
  ${paint("cyan", "help:")} Make a new commit, so that grace periods start
        today.

4 changes since 1.1.0:
  ${paint("bold", "Values removed")} (${paint("red", "major")}: terms that use it become invalid)
    Old (use/old): use Film (use/film): Unused
      ${paint("cyan", "description:")} ${paint(["red", "strikethrough"], "Old uses.")}
      ${paint("cyan", "definition:")} ${paint(["red", "strikethrough"], "A use before 1900.")}
    use/older
  ${paint("bold", "Value added")} (${paint("yellow", "minor")}: existing terms stay valid)
    Film (use/film)
      ${paint("cyan", "description:")} Moving pictures.
  ${paint("bold", "Text of the taxonomy changed")} (${paint("dim", "patch")}: the meaning stays)
      ${paint("cyan", "title:")} ${paint(["red", "strikethrough"], "Licences")} ${paint("green", "Licenses")}

${paint("red", "Refused")}: 1 warning. 1.1.0 -> 1.2.0 is a minor bump; the
changes require a major bump. Declare 2.0.0.
Not checked until these errors are fixed: the rules for
releases.`
    )
    const wide = await renderPretty(refused, { colour: true })
    assert.strictEqual(stripVTControlCharacters(wide), await renderPrettyInColour(refused))
    assert.include(wide, paint("red", "error[lifecycle/end-of-life]"))
    assert.include(wide, `  ${paint("dim", "|")}     ${paint("red", "^^^^^^^^^")} to line 12`)
    assert.include(wide, `  ${paint("cyan", ":::")} and 1 more place`)
  })

  it("is shown whole in a comment", () => {
    assert.strictEqual(
      renderMarkdown(refused, { linkBase: "https://h/b" }),
      `## ❌ Refused: 1 error, 1 warning

${compared.replace("->", "→")}

${notChecked}

### ⚠️ 2 waivers used

- ${exempt}Nobody saw it
- ${exempt}A typo

### Coming due

- ${due("2026-07-01")}

<details><summary>1 more later</summary>

- ${due("2028-01-01")}

</details>

### Findings

- ❌ **v1 ended on 2026-01-01: It is old** ([\`lifecycle/end-of-life\`](https://h/b/docs/rules.md#lifecycleend-of-life))\\
  Old (\`use/old\`)\\
  [\`dimensions/use.yaml:9\`](https://h/b/dimensions/use.yaml#L9-L12) \`- code: old\`\\
  ${followUps.map((place) => `\`${place}\``).join(" ")} v1 ended on 2026-01-01: It follows\\
  \`dimensions/use.yaml:2\` the removal of use/old requires a major release\\
  Release on a later major version, such as v2.
- ⚠️ **The release is dated 2026-01-01, more than 24 hours ago** ([\`date/backdated\`](https://h/b/docs/rules.md#datebackdated))\\
  [\`taxonomy.yaml:1\`](https://h/b/taxonomy.yaml#L1)\\
  Make a new commit, so that grace periods start today.

### 4 changes since 1.1.0

**Values removed**: 2 (major: terms that use it become invalid)

- Old (\`use/old\`): use Film (use/film): Unused
  - *description:* ~~Old uses.~~
  - *definition:* ~~A use before 1900.~~
- \`use/older\`

**Value added** (minor: existing terms stay valid)

- Film (\`use/film\`)
  - *description:* Moving pictures.

**Text of the taxonomy changed** (patch: the meaning stays)

- *title:* ~~Licences~~ **Licenses**`
    )
  })

  it("is a line for each fact in a text editor", async () => {
    assert.strictEqual(
      renderLines(refused),
      `note: Waiver used: ${exempt}Nobody saw it
note: Waiver used: ${exempt}A typo
note: Coming due: ${due("2026-07-01")}
note: Coming due: 1 more later. Run \`taxonomy due\` to see all.
${ceased.join("\n")}
dimensions/use.yaml:9:5: error: v1 ended on 2026-01-01: It is old. Release on a later major version, such as v2. [lifecycle/end-of-life]
taxonomy.yaml:1:1: warning: The release is dated 2026-01-01, more than 24 hours ago. Make a new commit, so that grace periods start today. [date/backdated]
Refused: 1 error, 1 warning. ${compared}
${notChecked}`
    )
  })

  it("is annotations on GitHub, with what is related to each finding", () => {
    const lines = followUps.map((place) => `${place}: v1 ended on 2026-01-01: It follows%0A`).join("")
    assert.deepStrictEqual(renderGithub(refused).split("\n"), [
      `::notice title=2 waivers used::${exempt}Nobody saw it%0A${exempt}A typo`,
      `::notice title=2 changes of what is binding::${oldRemoved.join("%0A")}%0AValue removed (major): use/older`,
      `::notice title=Coming due::${due("2026-07-01")}`,
      `::error file=dimensions/use.yaml,line=9,endLine=12,title=lifecycle/end-of-life::v1 ended on 2026-01-01: It is old%0AOld (use/old)%0A${lines}dimensions/use.yaml:2: the removal of use/old requires a major release%0ARelease on a later major version, such as v2.`,
      "::warning file=taxonomy.yaml,line=1,endLine=1,col=1,title=date/backdated::The release is dated 2026-01-01, more than 24 hours ago%0AMake a new commit, so that grace periods start today.",
      `Refused: 1 error, 1 warning. ${compared} ${notChecked}`
    ])
  })

  it("is a failed test in JUnit XML, with what is related to its finding, and a warning that is printed", () => {
    const xml = renderJunit(refused)
    const lines = followUps.map((place) => `${place}: v1 ended on 2026-01-01: It follows&#10;`).join("")
    const published = checks.filter(({ stage }) => stage === "ledger" || stage === "artifact").length
    assert.include(
      xml,
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="taxonomy check: Refused" tests="${checks.length}" failures="1" errors="0" skipped="${published}">
  <testsuite name="source" tests="`
    )
    assert.include(
      xml,
      `
  <testsuite name="code" tests="1" failures="0" errors="0" skipped="0">
    <properties>
      <property name="waiver" value="${exempt}Nobody saw it"/>
      <property name="waiver" value="${exempt}A typo"/>
    </properties>
    <testcase classname="code" name="code/reused"/>
  </testsuite>
`
    )
    assert.include(
      xml,
      `
    <testcase classname="lifecycle" name="lifecycle/end-of-life">
      <failure type="lifecycle/end-of-life" message="v1 ended on 2026-01-01: It is old">dimensions/use.yaml:9:5: v1 ended on 2026-01-01: It is old&#10;${lines}dimensions/use.yaml:2: the removal of use/old requires a major release&#10;Release on a later major version, such as v2.</failure>
    </testcase>
`
    )
    assert.include(
      xml,
      `
    <testcase classname="date" name="date/backdated">
      <system-out>taxonomy.yaml:1:1: The release is dated 2026-01-01, more than 24 hours ago&#10;Make a new commit, so that grace periods start today.</system-out>
    </testcase>
`
    )
    assert.include(
      xml,
      `
    <testcase classname="ledger" name="ledger/torn">
      <skipped message="Not checked in this run"/>
    </testcase>
`
    )
    assert.isTrue(xml.endsWith("  </testsuite>\n</testsuites>"))
  })

  it("has every fact in JSON, with the labels of the items", () => {
    const { coming_due, findings, waivers, ...facts } = JSON.parse(renderJson(refused))
    assert.deepStrictEqual(facts, {
      command: "check",
      ok: false,
      version: "1.2.0",
      base: "1.1.0",
      declared_bump: "minor",
      required_bump: "major",
      suggested_version: "2.0.0",
      changes,
      not_checked: ["release"],
      release: null,
      removed: { "use/old": refused.items.itemBefore(valueRef("use", "old")) },
      labels: { "use/old": "Old", "use/film": "Film" }
    })
    assert.deepStrictEqual(waivers[1], {
      rule: "code/reused",
      subject: "use/old",
      version: "1.2.0",
      reason: "A typo",
      approved_by: "J. Doe"
    })
    assert.deepStrictEqual(
      coming_due.map(({ earliest_date, item }: Readonly<Record<string, unknown>>) => [item, earliest_date]),
      [
        ["use/film", "2026-07-01"],
        ["use/film", "2028-01-01"]
      ]
    )
    const [{ related, ...first }, second] = findings
    const range = { column: 5, end_line: 9, end_column: 9 }
    assert.deepStrictEqual(first, {
      rule: "lifecycle/end-of-life",
      level: "error",
      subject: "use/old",
      message: "v1 ended on 2026-01-01: It is old",
      context: { major: 1, ended_on: "2026-01-01", reason: "It is old", newest_major: 2 },
      file: "dimensions/use.yaml",
      line: 9,
      ...range,
      end_line: 12,
      help: "Release on a later major version, such as v2."
    })
    assert.lengthOf(related, 12)
    assert.deepStrictEqual(related[0], {
      message: "v1 ended on 2026-01-01: It follows",
      rule: "lifecycle/end-of-life",
      file: "licenses/L0.yaml",
      line: 9,
      ...range
    })
    assert.deepStrictEqual(related[11], {
      message: "the removal of use/old requires a major release",
      file: "dimensions/use.yaml",
      line: 2,
      ...range
    })
    assert.deepStrictEqual(second, {
      rule: "date/backdated",
      level: "warning",
      message: "The release is dated 2026-01-01, more than 24 hours ago",
      context: { date: "2026-01-01", now: "2026-02-01" },
      file: "taxonomy.yaml",
      line: 1,
      column: 1,
      end_line: 1,
      end_column: 2,
      help: "Make a new commit, so that grace periods start today."
    })
  })

  it("is results and notifications in SARIF", () => {
    const [run] = JSON.parse(renderSarif(refused)).runs
    const note = (id: string, text: string) => ({ level: "note", descriptor: { id }, message: { text } })
    assert.deepStrictEqual(run.invocations, [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          note("waiver", `${exempt}Nobody saw it`),
          note("waiver", `${exempt}A typo`),
          note("change", oldRemoved.join("\n")),
          note("change", "Value removed (major): use/older"),
          note("coming-due", due("2026-07-01")),
          note("coming-due", due("2028-01-01"))
        ]
      }
    ])
    const placeOf = (uri: string, startLine: number, endLine = 9) => ({
      physicalLocation: {
        artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
        region: { startLine, startColumn: 5, endLine, endColumn: 9 }
      }
    })
    const [{ partialFingerprints, relatedLocations, ...result }, backdated] = run.results
    assert.deepStrictEqual(result, {
      ruleId: "lifecycle/end-of-life",
      ruleIndex: checks.findIndex(({ id }) => id === "lifecycle/end-of-life"),
      level: "error",
      message: {
        text: "v1 ended on 2026-01-01: It is old\nOld (use/old)\nRelease on a later major version, such as v2."
      },
      locations: [placeOf("dimensions/use.yaml", 9, 12)]
    })
    assert.match(partialFingerprints["ruleAndSubject/v1"], /^[\da-f]{64}:1$/)
    assert.lengthOf(relatedLocations, 12)
    assert.deepStrictEqual(relatedLocations[11], {
      id: 11,
      ...placeOf("dimensions/use.yaml", 2),
      message: { text: "the removal of use/old requires a major release" }
    })
    assert.strictEqual(
      backdated.message.text,
      "The release is dated 2026-01-01, more than 24 hours ago\nMake a new commit, so that grace periods start today."
    )
    assert.notProperty(backdated, "relatedLocations")
    assert.notProperty(backdated, "fixes")
  })
})

/** Long texts have no brackets with colour, and short ones do not stand side by side. */
const renderPrettyInColour = async (report: Report): Promise<string> =>
  (await renderPretty(report, { colour: false }))
    .replace("“Licences” -> “Licenses”", "Licences Licenses")
    .replaceAll(/\[-(.*?)-\]/g, "$1")

describe("a release that was published, signed and withdrawn", () => {
  it("is shown with its digest, its signatures, why it was withdrawn, and its log", async () => {
    const outcome = "1.2.0 is already released and was withdrawn"
    assert.strictEqual(
      await renderPretty(withdrawn, { colour: false }),
      `${outcome}: no findings.\nreleases/v1.2.0  ${digest}\n${signed}\n${wasWithdrawn}\nThe log is unsigned.`
    )
    assert.strictEqual(
      renderMarkdown(withdrawn),
      `## ✅ ${outcome}: no findings\n\n${wasWithdrawn}\n\nThe log is unsigned.\n\n\`releases/v1.2.0\` \`${digest}\`\n\n${signed}`
    )
    assert.strictEqual(
      renderGithub(withdrawn),
      `${outcome}: no findings. ${signed} ${wasWithdrawn} The log is unsigned.`
    )
    assert.strictEqual(renderLines(withdrawn), `${outcome}: no findings.\nThe log is unsigned.`)
    assert.include(renderJunit(withdrawn), `<testsuites name="taxonomy build-release: ${outcome}" `)
  })

  it("has no path if the release is only planned, or was refused", async () => {
    const planned: Report = {
      ...withdrawn,
      release: { version: Version.make("1.2.0"), status: "planned", digest: null, path: "releases/v1.2.0" }
    }
    assert.strictEqual(
      await renderPretty(planned, { colour: false }),
      "1.2.0 can be released: no findings.\nThe log is unsigned."
    )
    assert.strictEqual(renderMarkdown(planned), "## ✅ 1.2.0 can be released: no findings\n\nThe log is unsigned.")
    const failed = { ...withdrawn, ok: false }
    assert.notInclude(await renderPretty(failed, { colour: false }), digest)
    assert.notInclude(renderMarkdown(failed), digest)
  })
})

describe("the changes between two releases", () => {
  const difference = makeChangesReport("diff", changes, refused.items)
  const outcome = "These changes require a major release"

  it("are listed whole, in total and without counts of findings", async () => {
    const [heading, ...others] = (await renderPretty(difference, { colour: false })).split("\n")
    assert.strictEqual(heading, "4 changes in total:")
    assert.strictEqual(others.at(-1), `${outcome}.`)
    assert.match(renderMarkdown(difference), /^## These changes require a major release\n\n### 4 changes in total\n\n/)
    assert.deepStrictEqual(JSON.parse(renderJson(difference)), {
      command: "diff",
      changes,
      removed: { "use/old": refused.items.itemBefore(valueRef("use", "old")) },
      labels: { "use/old": "Old", "use/film": "Film" }
    })
    const none = makeChangesReport("diff", [], refused.items)
    assert.strictEqual(await renderPretty(none, { colour: false }), "No changes.")
    assert.strictEqual(renderMarkdown(none), "## No changes")
  })

  it("have findings in JSON if a side cannot be read", () => {
    const unreadable: Report = { ...difference, ok: false, findings: refused.findings.slice(0, 1) }
    const { findings, ...facts } = JSON.parse(renderJson(unreadable))
    assert.lengthOf(findings, 1)
    assert.deepInclude(facts, { command: "diff", ok: false, changes, coming_due: [], waivers: [], release: null })
    assert.notProperty(facts, "contracts")
  })

  it("of a check are counted if there are many, except what is binding and what requires a major release", async () => {
    const defined = { code: "tv", label: "Television", description: "Broadcasts.", definition: "A broadcast." }
    const more: ReadonlyArray<Change> = [
      { kind: "dimension-shape-changed", bump: "major", dimension: "use", before: "single", after: "multiple" },
      { kind: "value-added", bump: "minor", dimension: "use", value: "tv", index: 1, after: defined }
    ]
    const added = Array.from({ length: 16 }, (_, index) => ({
      kind: "value-undeprecated" as const,
      bump: "minor" as const,
      dimension: "use",
      value: `v${index}`,
      before: { replaced_by: ["film"] }
    }))
    const many: Report = {
      ...refused,
      findings: [],
      coming_due: [],
      waivers: [],
      changes: [...changes, ...more, ...added]
    }
    assert.strictEqual(
      await renderPretty(many, { colour: false }),
      `22 changes since 1.1.0:
  Values removed (major: terms that use it become invalid)
    Old (use/old): use Film (use/film): Unused
      description: [-Old uses.-]
      definition: [-A use before 1900.-]
    use/older
  Values added: 2 (minor: existing terms stay valid)
    use/tv
      description: Broadcasts.
      definition: A broadcast.
    and 1 more
  Kind of choice changed (major: terms set it in another way)
    use
      shape: “single” -> “multiple”
  Values no longer deprecated: 16 (minor: it is no longer announced to go)
  Text of the taxonomy changed: 1 (patch: the meaning stays)
  Run \`taxonomy diff\` to see all changes.

Refused: no findings. ${compared}
${notChecked}`
    )
    const twenty: Report = { ...many, changes: many.changes.slice(0, 20) }
    assert.notInclude(await renderPretty(twenty, { colour: false }), "taxonomy diff")
    assert.include(renderMarkdown(many), "\n\n<details><summary>17 other changes</summary>\n\n")
    assert.notInclude(renderMarkdown(twenty), "<details>")
    assert.notInclude(await renderPretty({ ...many, command: "diff", ok: true }, { colour: false }), "taxonomy diff")
  })

  it("of a first release require no bump, and are counted if there are many, but for what is binding", async () => {
    const first: Report = { ...refused, findings: [], coming_due: [], waivers: [], base: null }
    const text = await renderPretty(first, { colour: false })
    assert.match(text, /^4 changes in the first release:\n {2}Values removed\n {4}Old \(use\/old\)/)
    assert.include(renderMarkdown(first), "\n\n**Value added**\n\n- Film (`use/film`)")
    const many: Report = { ...first, changes: Array.from({ length: 6 }, () => changes).flat() }
    assert.strictEqual(
      (await renderPretty(many, { colour: false })).split("\n\n")[0],
      `24 changes in the first release:
  Values removed
${Array.from({ length: 6 }, () => `    Old (use/old): use Film (use/film): Unused\n      description: [-Old uses.-]\n      definition: [-A use before 1900.-]\n    use/older`).join("\n")}
  Values added: 6
  Text of the taxonomy changed: 6
  Run \`taxonomy diff\` to see all changes.`
    )
    assert.include(renderMarkdown(many), "### 24 changes in the first release\n\n**Values removed**: 12\n\n")
  })
})

describe("what is coming due", () => {
  const onlyDue = (date: Report["date"], coming_due = refused.coming_due): Report => ({
    ...refused,
    findings: [],
    waivers: [],
    changes: [],
    date,
    coming_due
  })

  it("is a number alone if all of it is later, or if no date is known", async () => {
    for (const report of [onlyDue(null), onlyDue("2024-01-01T00:00:00Z")]) {
      assert.match(
        await renderPretty(report, { colour: false }),
        /^Coming due:\n {2}2 later\. Run `taxonomy due` to see all\.\n\n/
      )
      assert.match(renderLines(report), /^note: Coming due: 2 later\. Run `taxonomy due` to see all\.\nRefused/)
      assert.include(renderMarkdown(report), "### Coming due\n\n<details><summary>2 later</summary>\n\n- Film")
      assert.notInclude(renderGithub(report), "Coming due")
    }
  })

  it("is a short list, without a number if that is all", async () => {
    const [soon] = refused.coming_due
    const repeated = (count: number) => Array.from({ length: count }, () => soon).flatMap((each) => each ?? [])
    const three = onlyDue(refused.date, repeated(3))
    assert.notInclude(await renderPretty(three, { colour: false }), "later")
    assert.notInclude(renderLines(three), "later")
    assert.notInclude(renderMarkdown(three), "later")
    const six = onlyDue(
      refused.date,
      repeated(6).map((due) => ({ ...due }))
    )
    assert.include(await renderPretty(six, { colour: false }), "  3 more later. Run `taxonomy due` to see all.")
    assert.include(renderMarkdown(six), "<details><summary>1 more later</summary>")
  })
})
