import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { LocatedFinding } from "../../../src/build/diagnostics/SourceLocation.ts"
import type { Check } from "../../../src/domain/checks/Check.ts"
import type { CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import { codeReused } from "../../../src/domain/checks/CodeReused.ts"
import { backdated } from "../../../src/domain/checks/DateChecks.ts"
import { licenseConflict } from "../../../src/domain/checks/LicenseConflict.ts"
import { endOfLife } from "../../../src/domain/checks/lifecycle/EndOfLife.ts"
import { unknownValue } from "../../../src/domain/checks/reference/UnknownNames.ts"
import { makeFinding, type Facts, inHeader } from "../../../src/domain/Finding.ts"
import { licenseRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { makeFindingsReport, type Report } from "../../../src/report/Report.ts"
import { whole } from "../../support/arbitrary/pick.ts"

/** What means something to Markdown, HTML, XML, workflow commands, SARIF messages or terminals. */
const metacharacters = [
  "\u{1F600}",
  "www.",
  "https://",
  "](",
  "```",
  "<!--",
  "-->",
  "]]>",
  "::error::",
  "%0A",
  "&amp;",
  "&#1;",
  "1. ",
  "- ",
  "a@b.org",
  "</details>",
  "{0}"
] as const

const single = "\\`*_[](){}<>#+-.!|~&$@:;=^%'\",/?0 \t\r\n\0\u{1B}\u{7F}\u{85}\u{2028}\u{D800}\u{DFFF}\u{FFFE}é".split(
  ""
)

const piece = Arbitrary.schema(Schema.Union([Schema.Literals([...single, ...metacharacters]), Schema.String]))

/** Any text, thick with characters that have a meaning somewhere. */
export const hostileText: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(piece, { minLength: 0, maxLength: 12 }),
  (pieces) => pieces.join("")
)

/** A report whose texts are all hostile. */
export const hostileReport: Arbitrary.Arbitrary<Report> = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([hostileText, hostileText, hostileText, whole(1, 9), whole(0, 3)]), {
    minLength: 0,
    maxLength: 15
  }),
  (drawn) => reportOf(drawn.map(([text, other, file, line, kind]) => hostileFinding(text, other, file, line, kind)))
)

const hostileFinding = (text: string, other: string, file: string, line: number, kind: number): LocatedFinding => {
  const place = { file: `src/${file}`, line, column: 2, end_line: line, end_column: 4, text }
  switch (kind) {
    case 0:
      return locatedFinding(backdated, { date: text, now: other }, { place })
    case 1:
      return locatedFinding(licenseConflict, { rule: other, description: text, dimensions: [text] }, { place })
    case 2:
      return locatedFinding(
        unknownValue,
        { name: text, dimension: other, suggestion: text },
        { place, item: licenseRef(other) }
      )
    default: {
      const related = [{ _tag: "Removed" as const, place, release: Version.make("1.0.0") }]
      return locatedFinding(
        codeReused,
        { item: text, removed: other, removed_kind: null, removed_in: version, is_withdrawn: false },
        { place, related }
      )
    }
  }
}

const version = Version.make("1.0.0")

/** A finding of a check with these facts, at the start of `taxonomy.yaml` unless a place is given. */
export const locatedFinding = <Context extends Facts>(
  check: Check<CheckId, Context>,
  context: NoInfer<Context>,
  { place = firstPlace, ...more }: Partial<Pick<LocatedFinding, "item" | "place" | "related" | "locateFix">> = {}
): LocatedFinding => ({ ...makeFinding(check, context, { location: inHeader() }), place, ...more })

const firstPlace = { file: "taxonomy.yaml", line: 1, column: 1, end_line: 1, end_column: 2 }

/** A finding whose message ends in a text. */
export const findingWithText = (
  reason: string,
  more: Partial<Pick<LocatedFinding, "item" | "place" | "related" | "locateFix">> = {}
): LocatedFinding => locatedFinding(endOfLife, { major: 1, ended_on: "2026-01-01", reason, newest_major: 2 }, more)

/** A report of these findings. */
export const reportOf = (findings: ReadonlyArray<LocatedFinding>): Report => makeFindingsReport("check", findings)
