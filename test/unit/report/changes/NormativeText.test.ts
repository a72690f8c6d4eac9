import { stripVTControlCharacters } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import MarkdownIt from "markdown-it"
import { diff } from "../../../../src/domain/change/Diff.ts"
import { emptyHistory, evolve, type PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { render } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { formatTerminalRedline } from "../../../../src/report/changes/NormativeText.ts"
import { makeChangesReport, type Report } from "../../../../src/report/Report.ts"
import { reporters, type ReportFormat } from "../../../../src/report/Reporters.ts"
import { makeItemFacts } from "../../../../src/report/text/ItemText.ts"
import { makeRedline } from "../../../../src/report/text/Redline.ts"
import { publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { normativeTexts, withLongDefinitions } from "../../../support/domain/NormativeTexts.ts"
import { hostileText } from "../HostileReports.ts"

/** A report as a person reads it, without what is added, and without what is removed. */
interface Sides {
  readonly before: string
  readonly after: string
}

// Lines are wrapped at white space, and a redline has more of it.
const squeeze = (text: string): string => text.replaceAll(/\s+/g, "")

const ofBrackets = (text: string): Sides => {
  const sideOf = (kept: "$1" | "$2"): string => {
    const [removed, added] = kept === "$1" ? ["$1", ""] : ["", "$1"]
    return squeeze(
      text
        .replaceAll(/“([^”]*)”\s+->\s+“([^”]*)”/g, kept)
        .replaceAll(/\[-(.*?)-\]/gs, removed)
        .replaceAll(/\{\+(.*?)\+\}/gs, added)
    )
  }
  return { before: sideOf("$1"), after: sideOf("$2") }
}

const ofMarkdown = (text: string): Sides => {
  const read = (dropped: "s" | "strong"): string => {
    let depth = 0
    const shown = new MarkdownIt({ html: true })
      .parse(text, {})
      .flatMap(
        ({ children, type }) => children ?? (type === "list_item_open" ? [{ type: "softbreak", content: "\n" }] : [])
      )
      .map(({ content, type }) => {
        if (type === `${dropped}_open`) depth += 1
        if (type === `${dropped}_close`) depth -= 1
        return depth > 0 || type === "html_inline" ? "" : content
      })
    return squeeze(shown.join(""))
  }
  return { before: read("strong"), after: read("s") }
}

const unescapeXml = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

const readers: Readonly<Record<Exclude<ReportFormat, "json">, (text: string) => Sides>> = {
  pretty: ofBrackets,
  lines: ofBrackets,
  markdown: ofMarkdown,
  github: (text) => ofBrackets(text.replaceAll("%0A", "\n").replaceAll("%25", "%")),
  junit: (text) => ofBrackets(unescapeXml(text)),
  sarif: (text) => {
    const { runs } = JSON.parse(text)
    const messages: ReadonlyArray<{ readonly message: { readonly text: string } }> =
      runs[0].invocations[0].toolExecutionNotifications
    return ofBrackets(messages.map(({ message }) => message.text.replaceAll(/([{}])\1/g, "$1")).join("\n"))
  }
}

const formats: ReadonlyArray<Exclude<ReportFormat, "json">> = [
  "pretty",
  "lines",
  "markdown",
  "github",
  "junit",
  "sarif"
]

const reportsOf = (before: Taxonomy, after: Taxonomy): ReadonlyArray<Report> => {
  const report = makeChangesReport("diff", diff(before, after), makeItemFacts(before, after))
  const check = { ...report, command: "check", version: Version.make("2.0.0") }
  return [report, { ...check, base: Version.make("1.0.0") }, check]
}

const publishBoth = (before: Taxonomy, after: Taxonomy): PublishedRelease | undefined => {
  const first = evolve(emptyHistory, publishedEvent(emptyHistory, { ...publish("1.0.0", before), format: 3 }))
  return evolve(first, publishedEvent(first, { ...publish("2.0.0", after), format: 3 })).releases.get(
    Version.make("2.0.0")
  )
}

describe("what is binding", () => {
  it.effect.prop(
    "is in every report in full when it begins and when it ends",
    [taxonomies, taxonomies],
    ([left, right]) =>
      Effect.promise(async () => {
        const [before, after] = [withLongDefinitions(left), withLongDefinitions(right)]
        const facts = makeItemFacts(before, after)
        const [old, now] = [normativeTexts(before, facts), normativeTexts(after, facts)]
        // A setting of another shape can have the same words.
        const newIn = (some: typeof old, others: typeof old, side: "text" | "json") =>
          [...some].flatMap(([item, texts]) => (others.get(item)?.[side] === texts[side] ? [] : [texts[side]]))
        for (const report of reportsOf(before, after)) {
          for (const format of formats) {
            const render = await reporters[format]()
            for (const width of [undefined, 60]) {
              const sides = readers[format](await render(report, { colour: false, width }))
              for (const text of newIn(now, old, "text")) assert.include(sides.after, squeeze(text), format)
              for (const text of newIn(old, now, "text")) assert.include(sides.before, squeeze(text), format)
            }
          }
          const json = (await reporters.json())(report)
          for (const entry of [...newIn(now, old, "json"), ...newIn(old, now, "json")]) assert.include(json, entry)
        }
      }),
    { arbitrary: { runs: 60 } }
  )

  it.prop(
    "is in the notes of a release in full when it begins and when it ends",
    [taxonomies, taxonomies],
    ([left, right]) => {
      const [before, after] = [withLongDefinitions(left), withLongDefinitions(right)]
      const facts = makeItemFacts(before, after)
      const [old, now] = [normativeTexts(before, facts), normativeTexts(after, facts)]
      const release = publishBoth(before, after)
      const notes = ofMarkdown((release && render(release)?.files.get("CHANGES.md")) ?? "")
      for (const [item, { text }] of now) {
        if (old.get(item)?.text !== text) assert.include(notes.after, squeeze(text))
      }
      for (const [item, { text }] of old) {
        if (now.get(item)?.text !== text) assert.include(notes.before, squeeze(text))
      }
    }
  )
})

const long = "A league may use the name of an athlete in every film that it makes"

describe("formatTerminalRedline", () => {
  it("shows short texts side by side without colour", () => {
    assert.strictEqual(
      formatTerminalRedline(makeRedline("Eyewear", "Eyewear and contact lenses"), false),
      "“Eyewear” -> “Eyewear and contact lenses”"
    )
  })

  it("shows new text in the same way in short and long texts", () => {
    assert.strictEqual(formatTerminalRedline(makeRedline("", "New"), false), "{+New+}")
    assert.strictEqual(formatTerminalRedline(makeRedline("Old", ""), false), "[-Old-]")
    assert.strictEqual(formatTerminalRedline(makeRedline("", long), false), `{+${long}+}`)
  })

  it("takes a text of more than sixty characters for a long one", () => {
    const isSideBySide = (before: string, after: string) =>
      formatTerminalRedline(makeRedline(before, after), false).includes("” -> “")
    const kept = "a ".repeat(29)
    assert.isTrue(isSideBySide(`${kept}b`, `${kept}bc`))
    assert.isFalse(isSideBySide(`${kept}b`, `${kept}bcd`))
    assert.isFalse(isSideBySide(`${kept}bcd`, `${kept}b`))
  })

  it("shows the changes of long texts in brackets without colour", () => {
    assert.strictEqual(
      formatTerminalRedline(makeRedline(long, long.replace("may use", "must not use")), false),
      "A league [-may-] {+must not+} use the name of an athlete in every film that it makes"
    )
  })

  it("says if only white space changed", () => {
    assert.strictEqual(formatTerminalRedline(makeRedline("a  b", "a b"), false), "a b (only white space changed)")
  })

  it("strikes removed words through and adds green words", () => {
    const text = formatTerminalRedline(makeRedline("Rules of a league", "The rules of a league"), true)
    assert.strictEqual(stripVTControlCharacters(text), "Rules The rules of a league")
    assert.include(text, "\u{1B}[31m\u{1B}[9mRules")
    assert.include(text, "\u{1B}[32mThe rules")
  })

  it.prop("sends a terminal no control character of a text", [hostileText, hostileText], ([before, after]) => {
    assert.notMatch(formatTerminalRedline(makeRedline(before, after), false), /[^\P{Cc}\t\n]/u)
  })
})
