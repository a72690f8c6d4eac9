import type { LocatedFinding, Place } from "../../build/diagnostics/SourceLocation.ts"
import type { Report } from "../Report.ts"

/** One JSON object, as `docs/report.schema.json` describes it. Findings carry their place in flat keys. */
export const json = ({ changes, findings, ...rest }: Report): string =>
  JSON.stringify({ ...rest, changes, findings: flatFindings(findings) })

export const flatFindings = (findings: ReadonlyArray<LocatedFinding>) =>
  findings.map(({ help, level, message, place, related = [], rule, subject }) => ({
    rule,
    level,
    ...(subject === undefined ? {} : { subject }),
    message,
    ...(place === undefined ? {} : flatPlace(place)),
    ...(help === undefined ? {} : { help }),
    ...(related.length === 0
      ? {}
      : { related: related.map((other) => ({ message: other.message, ...flatPlace(other.place) })) })
  }))

const flatPlace = ({ column, end_column, end_line, file, line }: Place) => ({
  file,
  line,
  column,
  end_line,
  end_column
})
