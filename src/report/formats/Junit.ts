import type { LocatedFinding } from "../../build/diagnostics/SourceLocation.ts"
import { concernsPublished, type Check } from "../../domain/checks/Check.ts"
import { checksByArea, type CheckId } from "../../domain/checks/CheckRegistry.ts"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { helpOf, messageOf } from "../FindingText.ts"
import type { Report } from "../Report.ts"
import { counted, outcomeOf } from "../Summary.ts"
import { xmlText } from "../text/XmlText.ts"

/** JUnit's XML: a suite for each area of rules, a test for each rule. Rules that the run did not look at are skipped. */
export const junit = (report: Report): string => {
  const suites = Object.entries(checksByArea).map(([area, checks]) => suiteOf(area, checks, report))
  const body = suites.map(({ xml }) => xml).join("\n")
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xmlText(`taxonomy ${report.command}: ${outcomeOf(report)}`)}" ${totals(suites)}>
${body}
</testsuites>`
}

interface Totals {
  readonly tests: number
  readonly failures: number
  readonly skipped: number
}

const totals = (counts: ReadonlyArray<Totals>): string => {
  const sum = (of: (counts: Totals) => number) => counts.reduce((total, one) => total + of(one), 0)
  const { failures, skipped, tests } = {
    tests: sum((one) => one.tests),
    failures: sum((one) => one.failures),
    skipped: sum((one) => one.skipped)
  }
  return `tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}"`
}

const suiteOf = (area: string, checks: ReadonlyArray<Check<CheckId>>, report: Report) => {
  const cases = checks.map((check) => {
    const found = report.findings.filter(({ rule }) => rule === check.id)
    const errors = found.filter(isError)
    const skipped = found.length === 0 && !hasRun(check, report)
    return { area, id: check.id, errors, warnings: found.filter((one) => !isError(one)), skipped }
  })
  const counts: Totals = {
    tests: cases.length,
    failures: cases.filter(({ errors }) => errors.length > 0).length,
    skipped: cases.filter(({ skipped }) => skipped).length
  }
  const xml = `  <testsuite name="${xmlText(area)}" ${totals([counts])}>
${cases.map(testCase).join("\n")}
  </testsuite>`
  return { ...counts, xml }
}

interface TestCase {
  readonly area: string
  readonly id: string
  readonly errors: ReadonlyArray<LocatedFinding>
  readonly warnings: ReadonlyArray<LocatedFinding>
  readonly skipped: boolean
}

const testCase = ({ area, errors, id, skipped, warnings }: TestCase): string => {
  const [first] = errors
  const summary =
    first === undefined || errors.length === 1 ? first && messageOf(first) : counted(errors.length, "finding")
  const children = [
    ...(skipped ? ['      <skipped message="This run did not look at it"/>'] : []),
    ...(summary === undefined
      ? []
      : [`      <failure type="${xmlText(id)}" message="${xmlText(summary)}">${textOf(errors)}</failure>`]),
    ...(warnings.length === 0 ? [] : [`      <system-out>${textOf(warnings)}</system-out>`])
  ]
  const opening = `    <testcase classname="${xmlText(area)}" name="${xmlText(id)}"`
  return children.length === 0 ? `${opening}/>` : `${opening}>\n${children.join("\n")}\n    </testcase>`
}

const textOf = (findings: ReadonlyArray<LocatedFinding>): string =>
  findings
    .map((found) => {
      const { place, related = [] } = found
      const help = helpOf(found)
      const where = place === undefined ? "" : `${place.file}:${place.line}:${place.column}: `
      const notes = related.map((other) => `${other.place.file}:${other.place.line}: ${other.message}`)
      return [`${where}${messageOf(found)}`, ...notes, ...(help === undefined ? [] : [help])].join("\n")
    })
    .map(xmlText)
    .join("\n\n")

/** True if the command ran a check: on what was published, on sources that could not be read, or on the whole proposal. */
const hasRun = (check: Check, { command, version }: Report): boolean => {
  if (command === "verify") return concernsPublished(check)
  return version === null ? check.stage === "source" : !concernsPublished(check)
}
