import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { LocatedFinding } from "../../../src/build/diagnostics/SourceLocation.ts"
import { checks } from "../../../src/domain/checks/CheckRegistry.ts"
import { findingsReport, type Report } from "../../../src/report/Report.ts"
import { pick, whole } from "../../support/arbitrary/pick.ts"

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

const rule = pick(...checks.map(({ id }) => id))

/** A report whose every text is hostile. */
export const hostileReport: Arbitrary.Arbitrary<Report> = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([rule, hostileText, hostileText, hostileText, whole(1, 9), whole(0, 3)]), {
    minLength: 0,
    maxLength: 15
  }),
  (drawn) =>
    reportOf(drawn.map(([id, message, help, file, line, kind]) => findingOf(id, { message, help, file, line, kind })))
)

const findingOf = (
  id: (typeof checks)[number]["id"],
  drawn: { message: string; help: string; file: string; line: number; kind: number }
): LocatedFinding => {
  const place = { file: `src/${drawn.file}`, line: drawn.line, column: 2, end_line: drawn.line, end_column: 4 }
  return {
    rule: id,
    level: drawn.kind === 0 ? "warning" : "error",
    message: drawn.message,
    ...(drawn.kind === 1 ? {} : { place: { ...place, text: drawn.message }, subject: drawn.help }),
    ...(drawn.kind === 2 ? {} : { help: drawn.help }),
    ...(drawn.kind === 3 ? { related: [{ place, message: drawn.help }] } : {})
  }
}

/** A report of these findings. */
export const reportOf = (findings: ReadonlyArray<LocatedFinding>): Report => findingsReport("check", findings)
