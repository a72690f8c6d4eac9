import type { Report } from "../Report.ts"

/** One JSON object. Findings carry their place in flat keys, as `--format json` has promised. */
export const json = (report: Report): string => {
  const { changes, findings, ...rest } = report
  const flat = findings.map(({ help, level, message, place, rule, subject }) => ({
    rule,
    level,
    ...(subject === undefined ? {} : { subject }),
    message,
    ...(place === undefined
      ? {}
      : {
          file: place.file,
          line: place.line,
          column: place.column,
          end_line: place.end_line,
          end_column: place.end_column
        }),
    ...(help === undefined ? {} : { help })
  }))
  return JSON.stringify({ ...rest, changes, findings: flat })
}
