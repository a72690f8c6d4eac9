import type { LocatedFinding } from "../../build/diagnostics/SourceLocation.ts"
import { areaOf, checks } from "../../domain/checks/CheckRegistry.ts"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { helpOf, messageOf } from "../FindingText.ts"
import type { Report } from "../Report.ts"
import { counted, outcomeOf } from "../Summary.ts"
import { xmlText } from "../text/XmlText.ts"

/** JUnit's XML: a suite for each area of rules, a test for each rule. Rules that the run did not look at are skipped. */
export const junit = (report: Report): string => {
  const looked = areasOf(report)
  const areas = [...new Set(checks.map(({ id }) => areaOf(id)))]
  const suites = areas.map((area) => suiteOf(area, looked.has(area), report.findings))
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

const suiteOf = (area: string, looked: boolean, findings: ReadonlyArray<LocatedFinding>) => {
  const rules = checks.filter(({ id }) => areaOf(id) === area)
  const cases = rules.map(({ id, title }) => {
    const found = findings.filter(({ rule }) => rule === id)
    const errors = found.filter(isError)
    const skipped = found.length === 0 && !looked
    return { id, title, errors, warnings: found.filter((one) => !isError(one)), skipped }
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
  readonly id: string
  readonly errors: ReadonlyArray<LocatedFinding>
  readonly warnings: ReadonlyArray<LocatedFinding>
  readonly skipped: boolean
}

const testCase = ({ errors, id, skipped, warnings }: TestCase): string => {
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
  const opening = `    <testcase classname="${xmlText(areaOf(id))}" name="${xmlText(id)}"`
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

const stored: ReadonlyArray<string> = ["ledger", "artifact"]

/** What was looked at: the stored releases, the sources alone where they could not be read, or all that they mean. */
const areasOf = ({ command, version }: Report): ReadonlySet<string> => {
  if (command === "verify") return new Set(stored)
  if (version === null) return new Set(["source"])
  return new Set(checks.map(({ id }) => areaOf(id)).filter((area) => !stored.includes(area)))
}
