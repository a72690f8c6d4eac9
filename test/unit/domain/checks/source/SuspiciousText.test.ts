import { assert, describe, it } from "@effect/vitest"
import { suspiciousText } from "../../../../../src/domain/checks/source/SuspiciousText.ts"
import { replaceNode, inItem } from "../../../../../src/domain/Finding.ts"
import { valueRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import type { TextSlip } from "../../../../../src/domain/text/TextSlips.ts"
import { given, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { deprecate, edit, retitle, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

const facts = { item: "use_type/news", field: "label", language: null, slips: [], mended: null }
const long = "a".repeat(101)

describe("the sentences about slips of a text", () => {
  const tab = { slip: "character", name: "tab", code_point: "U+0009" } as const
  const cases: ReadonlyArray<readonly [TextSlip, message: string, help: string]> = [
    [{ slip: "begins-with-space" }, "begins with a space", "Remove it."],
    [{ slip: "ends-with-space" }, "ends with a space", "Remove it."],
    [{ slip: "ends-with-line-break" }, "ends with a line break", "Remove it."],
    [{ slip: "ends-with-comma" }, "ends with a comma", "Remove it."],
    [{ slip: "begins-with-bullet" }, "begins with a bullet", "Remove it."],
    [{ slip: "enclosed-in-quotes" }, "has quotation marks around it", "Remove the quotation marks."],
    [{ slip: "doubled-space" }, "contains more than one space in a row", "Write one space."],
    [{ slip: "line-break" }, "contains a line break", "Join the two lines with a space."],
    [tab, "contains a tab (U+0009)", "Remove the tab, or replace it with a plain space."],
    [
      { slip: "decomposed", character: "é", code_point: "U+0065 U+0301" },
      'contains "é" as separate characters (U+0065 U+0301)',
      "Type the character again, as one key."
    ]
  ]

  it.each(cases)("describe %j", (slip, message, help) => {
    const context = { ...facts, slips: [slip] }
    assert.strictEqual(suspiciousText.message(context), `The label of use_type/news ${message}`)
    assert.strictEqual(suspiciousText.help({ ...context, mended: long }), help)
    assert.strictEqual(suspiciousText.help({ ...context, mended: "News" }), 'Write "News".')
    assert.strictEqual(suspiciousText.help(context), "Write the text again without it.")
  })

  it("ask the author for a closing quote or a shorter text", () => {
    const help = (slip: "unpaired-quote" | "too-long") => suspiciousText.help({ ...facts, slips: [{ slip }] })
    assert.strictEqual(help("unpaired-quote"), "Close the quotation, or remove the mark.")
    assert.strictEqual(help("too-long"), "Shorten it.")
  })

  it("do not repeat a long text, but advise what to do", () => {
    const slips = [tab, { slip: "ends-with-space" }] as const
    assert.strictEqual(
      suspiciousText.help({ ...facts, slips, mended: long }),
      "Remove these characters, and write plain spaces."
    )
    assert.strictEqual(suspiciousText.help({ ...facts, slips, mended: "a".repeat(100) }), `Write "${"a".repeat(100)}".`)
  })

  it("describe residues of one kind together", () => {
    const residue = (kind: "markup" | "escape" | "encoding", text: string) =>
      ({ slip: "residue", residue: kind, text }) as const
    assert.strictEqual(
      suspiciousText.message({
        ...facts,
        slips: [
          residue("markup", "<b>"),
          residue("escape", "\\n"),
          residue("markup", "</b>"),
          residue("encoding", "Ã©")
        ]
      }),
      "The label of use_type/news contains HTML (<b>, </b>), contains an escape sequence that is not in double quotes (\\n) and contains a wrongly decoded character (Ã©)"
    )
  })

  it("name the text, its language and its item", () => {
    const slips = [{ slip: "ends-with-comma" }] as const
    assert.strictEqual(
      suspiciousText.message({ ...facts, slips, item: null, field: "title" }),
      "The title of the taxonomy ends with a comma"
    )
    assert.strictEqual(
      suspiciousText.message({ ...facts, slips, field: "reason", language: "fr" }),
      "The reason for the deprecation of use_type/news, in fr, ends with a comma"
    )
  })
})

describe("where a slip is found, and its fix", () => {
  const findings = (...edits: ReadonlyArray<Edit>) =>
    given(release("1.0.0", "2026-01-10"))
      .when("1.1.0", "2026-02-10", ...edits)
      .findings.filter(({ rule }) => rule === suspiciousText.id)
  const editorial = valueRef("use_type", "editorial")

  it("points to the slip within the text, and replaces the whole text", () => {
    const [finding, ...others] = findings(edit("use_type/editorial", { label: "For\tnews" }))
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(finding?.location, { ...inItem(editorial, "label"), within: "\t" })
    assert.deepStrictEqual(finding?.fix, [replaceNode(inItem(editorial, "label"), '"For news"')])
    assert.deepStrictEqual(finding?.item, editorial)
  })

  it("points to the whole text if the slip is a space or a line break", () => {
    for (const label of ["News ", "News\n"]) {
      const [finding] = findings(edit("use_type/editorial", { label }))
      assert.deepStrictEqual(finding?.location, inItem(editorial, "label"))
      assert.deepStrictEqual(finding?.fix, [replaceNode(inItem(editorial, "label"), '"News"')])
    }
  })

  it("leaves out the fix of a text with several lines", () => {
    const description = "The first line, \n\nthe\u00a0second line"
    const [finding] = findings(edit("use_type/editorial", { description }))
    assert.strictEqual(finding?.context["mended"], "The first line, \n\nthe second line")
    assert.isUndefined(finding?.fix)
  })

  it("finds slips in the header and in reasons, which have one line each", () => {
    const [title] = findings(retitle("“Licensing”"))
    assert.deepStrictEqual(title && rendered(title).message, "The title of the taxonomy has quotation marks around it")
    assert.deepStrictEqual(title?.location, {
      _tag: "Header",
      path: ["title"],
      within: "“Licensing”"
    })
    assert.isFalse(title !== undefined && "item" in title)
    const [reason] = findings(deprecate("use_type/editorial"), (taxonomy) => ({
      ...taxonomy,
      dimensions: taxonomy.dimensions.map((dimension) => ({
        ...dimension,
        values: dimension.values.map((value) =>
          value.deprecated === undefined ? value : { ...value, deprecated: { replaced_by: [], reason: "- Nobody." } }
        )
      }))
    }))
    assert.strictEqual(
      reason && rendered(reason).message,
      "The reason for the deprecation of use_type/editorial begins with a bullet"
    )
  })
})
