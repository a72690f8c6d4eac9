// @effect-diagnostics preferSchemaOverJson:off
import { isAbsolute, normalize, sep } from "node:path"
import { pathToFileURL } from "node:url"
import type { Location, Log, Notification, Region, ReportingDescriptor, Result } from "sarif"
import packageJson from "../../../package.json" with { type: "json" }
import type { LocatedFinding, SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import type { Check } from "../../domain/checks/Check.ts"
import { checks, checksByArea } from "../../domain/checks/CheckRegistry.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { formatNormative } from "../changes/NormativeText.ts"
import { renderCheckMarkdown, ruleAddress } from "../CheckReference.ts"
import { helpOf, labelOf, messageOf, relatedMessageOf, subjectOf } from "../FindingText.ts"
import { formatContracts } from "../ImpactText.ts"
import { formatDue, describeWaivers } from "../NoticeText.ts"
import type { Report } from "../Report.ts"
import type { ReportStyle } from "../Reporters.ts"
import type { ItemFacts } from "../text/ItemText.ts"

/** SARIF 2.1.0 for code scanning services. */
export const renderSarif = (report: Report, { linkBase }: Pick<ReportStyle, "linkBase"> = {}): string => {
  const log: Log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "taxonomy", version: packageJson.version, rules: toDescriptors(linkBase) } },
        columnKind: "utf16CodeUnits",
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: toNotifications(report) }],
        results: toResults(report)
      }
    ]
  }
  return JSON.stringify(log)
}

const toDescriptors = (linkBase: string | undefined): Array<ReportingDescriptor> =>
  Object.entries(checksByArea).flatMap(([area, members]: [string, ReadonlyArray<Check>]) =>
    members.map((check) => ({
      id: check.id,
      shortDescription: { text: check.title },
      fullDescription: { text: check.explanation },
      ...(linkBase === undefined ? {} : { helpUri: ruleAddress(check.id, linkBase) }),
      help: { text: check.explanation, markdown: renderCheckMarkdown(check) },
      defaultConfiguration: { level: check.level },
      properties: { tags: [area] }
    }))
  )

const indexes: ReadonlyMap<string, number> = new Map(checks.map(({ id }, index) => [id, index]))

/**
 * The exceptions that were approved, what becomes or ceases to be binding, what is due, and the contracts: none is a
 * result, because nothing is wrong.
 */
const toNotifications = (report: Report): Array<Notification> => {
  const { coming_due, contracts, items, waivers } = report
  return [
    ...describeWaivers(waivers, items).map((waiver) => toNotification("waiver", waiver)),
    ...formatNormative(report).map((text) => toNotification("change", text)),
    ...coming_due.map((due) => toNotification("coming-due", formatDue(due, items))),
    ...(contracts === null ? [] : [toNotification("contracts", formatContracts(contracts))])
  ]
}

const toNotification = (id: string, text: string): Notification => ({
  level: "note",
  descriptor: { id },
  message: { text: escapeMessage(text) }
})

const toResults = ({ findings, items }: Report): Array<Result> => {
  const seen = new Map<string, number>()
  return findings.map((finding) => {
    const identity = identityOf(finding)
    const occurrence = (seen.get(identity) ?? 0) + 1
    seen.set(identity, occurrence)
    return toResult(finding, items, `${sha256(identity)}:${occurrence}`)
  })
}

const toResult = (finding: LocatedFinding, items: ItemFacts, fingerprint: string): Result => {
  const label = labelOf(finding, items)
  const { level, place, related = [], rule } = finding
  const index = indexes.get(rule)
  return {
    ruleId: rule,
    ...(index === undefined ? {} : { ruleIndex: index }),
    level,
    message: {
      text: escapeMessage([messageOf(finding), ...(label === undefined ? [] : [label]), helpOf(finding)].join("\n"))
    },
    locations: [toLocation(place)],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((other, id) => ({
            id,
            ...toLocation(other.place),
            message: { text: escapeMessage(relatedMessageOf(other)) }
          }))
        }),
    partialFingerprints: { "ruleAndSubject/v1": fingerprint },
    ...toFixes(finding)
  }
}

/** SARIF has no place for the new name of a file, so a fix that renames one is left out. */
const toFixes = (finding: LocatedFinding): Pick<Result, "fixes"> => {
  const edits = finding.locateFix?.() ?? []
  const replacements = edits.flatMap((edit) => ("rename_to" in edit ? [] : [edit]))
  if (replacements.length === 0 || replacements.length < edits.length) return {}
  return {
    fixes: [
      {
        description: { text: escapeMessage(helpOf(finding)) },
        artifactChanges: [...Map.groupBy(replacements, ({ file }) => file)].map(([file, changes]) => ({
          artifactLocation: toArtifactLocation(file),
          replacements: changes.map((change) => ({
            deletedRegion: toRegion(change),
            insertedContent: { text: change.text.toWellFormed() }
          }))
        }))
      }
    ]
  }
}

/** Stays the same when lines move or the wording of a message changes. */
const identityOf = (finding: LocatedFinding): string =>
  `${finding.rule}\n${subjectOf(finding) ?? finding.place.file}`.toWellFormed()

const toLocation = (place: SourceSpan): Location => ({
  physicalLocation: { artifactLocation: toArtifactLocation(place.file), region: toRegion(place) }
})

const toArtifactLocation = (file: string) => {
  const path = normalize(file.toWellFormed())
  return isAbsolute(path)
    ? { uri: pathToFileURL(path).href }
    : { uri: path.split(sep).map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" }
}

const toRegion = ({ column, end_column, end_line, line }: SourceSpan): Region => ({
  startLine: line,
  startColumn: column,
  endLine: end_line,
  endColumn: end_column
})

/** In a message, braces mark a placeholder and brackets before parentheses a link (SARIF 2.1.0, 3.11.5 and 3.11.6). */
const escapeMessage = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[{}]/g, "$&$&")
    .replaceAll(/[\\[\]](?=[^[\]]*\]\()|\](?=\()/g, String.raw`\$&`)
