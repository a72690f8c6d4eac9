import type { LocatedFinding } from "../Locate.ts"
import type { Report } from "../Report.ts"

/** One JSON object. Findings carry their place in flat keys. */
export const json = ({ changes, findings, ...rest }: Report): string =>
  JSON.stringify({ ...rest, changes, findings: flatFindings(findings) })

export const flatFindings = (findings: ReadonlyArray<LocatedFinding>) =>
  findings.map(({ help, level, message, place, rule, subject }) => {
    const { text: _, ...where } = place ?? {}
    return {
      rule,
      level,
      ...(subject === undefined ? {} : { subject }),
      message,
      ...where,
      ...(help === undefined ? {} : { help })
    }
  })
