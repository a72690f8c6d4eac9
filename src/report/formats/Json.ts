import type { LocatedFinding, Place } from "../../build/diagnostics/SourceLocation.ts"
import { helpOf, messageOf, subjectOf } from "../FindingText.ts"
import type { Report } from "../Report.ts"

/** One JSON object, as `docs/report.schema.json` describes it. Findings carry their place in flat keys. */
export const json = ({ changes, findings, ...rest }: Report): string =>
  JSON.stringify({ ...rest, changes, findings: flatFindings(findings) })

export const flatFindings = (findings: ReadonlyArray<LocatedFinding>) =>
  findings.map((found) => {
    const { context, level, place, related = [], rule } = found
    const [subject, help] = [subjectOf(found), helpOf(found)]
    return {
      rule,
      level,
      ...(subject === undefined ? {} : { subject }),
      message: messageOf(found),
      ...(context === undefined ? {} : { context }),
      ...(place === undefined ? {} : flatPlace(place)),
      ...(help === undefined ? {} : { help }),
      ...(related.length === 0
        ? {}
        : { related: related.map((other) => ({ message: other.message, ...flatPlace(other.place) })) })
    }
  })

const flatPlace = ({ column, end_column, end_line, file, line }: Place) => ({
  file,
  line,
  column,
  end_line,
  end_column
})
