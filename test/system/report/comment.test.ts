import { execFileSync } from "node:child_process"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { empty } from "../../../src/domain/taxonomy/Normalize.ts"
import { renderMarkdown } from "../../../src/report/formats/Markdown.ts"
import { formatMarkdownRedline } from "../../../src/report/formats/MarkdownChanges.ts"
import { makeChangesReport } from "../../../src/report/Report.ts"
import { makeRedline } from "../../../src/report/text/Redline.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { findingWithText, hostileReport, hostileText, reportOf } from "../../unit/report/HostileReports.ts"

const extensions = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"]

/** Renders Markdown as GitHub does. */
const renderHtml = (markdown: string): string =>
  execFileSync("cmark-gfm", ["--unsafe", ...extensions.flatMap((name) => ["--extension", name])], {
    input: markdown,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })

/** The names of all elements. */
const elementsOf = (html: string): ReadonlyArray<string> =>
  [...new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = ""]) => name))].toSorted()

const { TAXONOMY_REQUIRE_SERVICES } = process.env

const isRequired = TAXONOMY_REQUIRE_SERVICES === "1"

const samplesOf = <A>(arbitrary: Arbitrary.Arbitrary<A>, count: number): Promise<ReadonlyArray<A>> =>
  Effect.runPromise(Arbitrary.sampleEffect(arbitrary, { count, seed: 1 }))

describe.skipIf(!isInstalled("cmark-gfm") && !isRequired)(
  "a report that GitHub's renderer shows (needs cmark-gfm)",
  () => {
    it("strikes removed words through and sets added words in bold", ({ expect }) => {
      const items = { taxonomy: empty, labelOf: () => "Competition *status*", itemBefore: () => undefined }
      const report = makeChangesReport(
        "diff",
        [
          {
            kind: "dimension-definition-changed",
            bump: "major",
            dimension: "competition_status",
            before: "Rules of a league, school or federation apply.",
            after: "The rules of a league, school or federation apply."
          }
        ],
        items
      )
      const html = renderHtml(renderMarkdown(report))
      expect(html).toContain("<del>Rules</del> <strong>The rules</strong> of a league, school or federation apply.")
      expect(html).toContain("<li>Competition *status* (<code>competition_status</code>)")
    })

    it("links the line and the rule", ({ expect }) => {
      const place = { file: "taxonomy-src/a b.yaml", line: 3, column: 1, end_line: 3, end_column: 4, text: "bad: `x`" }
      const html = renderHtml(
        renderMarkdown(reportOf([findingWithText("m", { place })]), { linkBase: "https://example.org/o/r/blob/1" })
      )
      expect(html).toContain(
        '<a href="https://example.org/o/r/blob/1/taxonomy-src/a%20b.yaml#L3"><code>taxonomy-src/a b.yaml:3</code></a> <code>bad: `x`</code>'
      )
      expect(html).toContain('<a href="https://example.org/o/r/blob/1/docs/rules.md#lifecycleend-of-life">')
    })

    it("contains no markup of the texts in it", async ({ expect }) => {
      const reports = await samplesOf(hostileReport, 60)
      for (const element of elementsOf(renderHtml(reports.map((report) => renderMarkdown(report)).join("\n\n")))) {
        expect(["h2", "h3", "p", "ul", "li", "strong", "code", "br"]).toContain(element)
      }
    })

    it("contains no markup of the texts in a redline", async ({ expect }) => {
      const texts = await samplesOf(Arbitrary.all([hostileText, hostileText, hostileText]), 400)
      const redlines = texts.map(([shared, before, after]) => makeRedline(`${shared} ${before}`, `${shared} ${after}`))
      const markdown = redlines.map((redline) => `- ${formatMarkdownRedline(redline)}`).join("\n\n")
      const html = renderHtml(markdown)
      for (const element of elementsOf(html)) expect(["ul", "li", "p", "del", "strong"]).toContain(element)
      // Each mark is escaped, or opens or closes an element.
      const unescaped = markdown.replaceAll(/\\./gs, "")
      const countOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].length
      expect(countOf(/<\/?del>/g, html)).toBe(countOf(/~~/g, unescaped))
      expect(countOf(/<\/?strong>/g, html)).toBe(countOf(/\*\*/g, unescaped))
    })
  }
)
