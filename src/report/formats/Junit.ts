import type { LocatedFinding } from "../../build/diagnostics/SourceLocation.ts"
import { concernsPublished, type Check } from "../../domain/checks/Check.ts"
import { checksByArea, type CheckId } from "../../domain/checks/CheckRegistry.ts"
import { isError } from "../../domain/Finding.ts"
import { formatNormative } from "../changes/NormativeText.ts"
import { helpOf, messageOf, relatedMessageOf } from "../FindingText.ts"
import { formatContracts } from "../ImpactText.ts"
import { formatDue, describeWaivers } from "../NoticeText.ts"
import type { Report } from "../Report.ts"
import { formatOutcome } from "../Summary.ts"
import { formatCount } from "../text/PlainText.ts"

/** JUnit XML: a suite for each area of checks, a test for each check. Checks that the command did not run are skipped. */
export const renderJunit = (report: Report): string => {
  const suites = Object.entries(checksByArea).map(([area, checks]) => makeSuite(area, checks, report))
  const body = suites.map(({ xml }) => xml).join("\n")
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xmlText(`taxonomy ${report.command}: ${formatOutcome(report)}`)}" ${formatTotals(suites)}>
${body}
</testsuites>`
}

interface Totals {
  readonly tests: number
  readonly failures: number
  readonly skipped: number
}

const formatTotals = (totals: ReadonlyArray<Totals>): string => {
  const sum = (count: (totals: Totals) => number) => totals.reduce((total, one) => total + count(one), 0)
  const [tests, failures, skipped] = [sum((one) => one.tests), sum((one) => one.failures), sum((one) => one.skipped)]
  return `tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}"`
}

const makeSuite = (area: string, checks: ReadonlyArray<Check<CheckId>>, report: Report) => {
  const cases = checks.map((check): TestCase => {
    const findings = report.findings.filter(({ rule }) => rule === check.id)
    return {
      area,
      id: check.id,
      errors: findings.filter(isError),
      warnings: findings.filter((finding) => !isError(finding)),
      skipped: findings.length === 0 && !hasRun(check, report)
    }
  })
  const totals: Totals = {
    tests: cases.length,
    failures: cases.filter(({ errors }) => errors.length > 0).length,
    skipped: cases.filter(({ skipped }) => skipped).length
  }
  const xml = `  <testsuite name="${xmlText(area)}" ${formatTotals([totals])}>
${formatProperties(area, report)}${cases.map(formatCase).join("\n")}
  </testsuite>`
  return { ...totals, xml }
}

/**
 * The exceptions that were approved in an area, what becomes or ceases to be binding, what is due, and the contracts, as
 * properties of its suite.
 */
const formatProperties = (area: string, report: Report): string => {
  const { coming_due, contracts, items, waivers } = report
  const properties = [
    ...describeWaivers(
      waivers.filter(({ waiver }) => waiver.rule.startsWith(`${area}/`)),
      items
    ).map((waiver) => ["waiver", waiver] as const),
    ...(area === "deprecation" ? coming_due.map((due) => ["coming-due", formatDue(due, items)] as const) : []),
    ...(area === "semver" ? formatNormative(report).map((text) => ["change", text] as const) : []),
    ...(area === "semver" && contracts !== null ? [["contracts", formatContracts(contracts)] as const] : [])
  ]
  if (properties.length === 0) return ""
  const lines = properties.map(([name, text]) => `      <property name="${name}" value="${xmlText(text)}"/>\n`)
  return `    <properties>\n${lines.join("")}    </properties>\n`
}

interface TestCase {
  readonly area: string
  readonly id: string
  readonly errors: ReadonlyArray<LocatedFinding>
  readonly warnings: ReadonlyArray<LocatedFinding>
  readonly skipped: boolean
}

const formatCase = ({ area, errors, id, skipped, warnings }: TestCase): string => {
  const [first] = errors
  const children = [
    ...(skipped ? ['      <skipped message="Not checked in this run"/>'] : []),
    ...(first === undefined
      ? []
      : [
          `      <failure type="${xmlText(id)}" message="${xmlText(errors.length === 1 ? messageOf(first) : formatCount(errors.length, "finding"))}">${formatFindings(errors)}</failure>`
        ]),
    ...(warnings.length === 0 ? [] : [`      <system-out>${formatFindings(warnings)}</system-out>`])
  ]
  const opening = `    <testcase classname="${xmlText(area)}" name="${xmlText(id)}"`
  return children.length === 0 ? `${opening}/>` : `${opening}>\n${children.join("\n")}\n    </testcase>`
}

const formatFindings = (findings: ReadonlyArray<LocatedFinding>): string =>
  findings
    .map((finding) => {
      const { place, related = [] } = finding
      const message = `${place.file}:${place.line}:${place.column}: ${messageOf(finding)}`
      const notes = related.map((other) => `${other.place.file}:${other.place.line}: ${relatedMessageOf(other)}`)
      return [message, ...notes, helpOf(finding)].join("\n")
    })
    .map(xmlText)
    .join("\n\n")

/** True if the command ran a check: on what was published, on sources that cannot be read, or on a proposed release. */
const hasRun = (check: Check, { command, version }: Report): boolean => {
  if (command === "verify") return concernsPublished(check)
  return version === null ? check.stage === "source" : !concernsPublished(check)
}

/** Escapes a text for an XML 1.0 element or attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(notXml, "\u{FFFD}")
    // Parsers replace line breaks and tabs in attributes by spaces, unless they are character references.
    .replaceAll(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Characters that XML 1.0 cannot represent. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
