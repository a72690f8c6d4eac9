// @effect-diagnostics preferSchemaOverJson:off
import { isAbsolute, normalize, sep } from "node:path"
import { pathToFileURL } from "node:url"
import type { Location, Log, Region, ReportingDescriptor, Result } from "sarif"
import packageJson from "../../../package.json" with { type: "json" }
import type { LocatedFinding, Place } from "../../build/diagnostics/SourceLocation.ts"
import { areaOf, checks } from "../../domain/checks/CheckRegistry.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { helpOf, messageOf, subjectOf } from "../FindingText.ts"
import type { Report } from "../Report.ts"
import { ruleMarkdown } from "../RuleReference.ts"

/** SARIF 2.1.0, which code scanning services take. */
export const sarif = ({ findings }: Report): string => {
  const log: Log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "taxonomy", version: packageJson.version, rules: checks.map(descriptorOf) } },
        columnKind: "utf16CodeUnits",
        results: resultsOf(findings)
      }
    ]
  }
  return JSON.stringify(log)
}

const descriptorOf = (rule: (typeof checks)[number]): ReportingDescriptor => ({
  id: rule.id,
  shortDescription: { text: rule.title },
  fullDescription: { text: rule.explanation },
  help: { text: rule.explanation, markdown: ruleMarkdown(rule) },
  defaultConfiguration: { level: rule.level },
  properties: { tags: [areaOf(rule.id)] }
})

const indexes: ReadonlyMap<string, number> = new Map(checks.map(({ id }, index) => [id, index]))

const resultsOf = (findings: ReadonlyArray<LocatedFinding>): Array<Result> => {
  const seen = new Map<string, number>()
  return findings.map((found) => {
    const identity = identityOf(found)
    const occurrence = (seen.get(identity) ?? 0) + 1
    seen.set(identity, occurrence)
    return resultOf(found, `${sha256(identity)}:${occurrence}`)
  })
}

const resultOf = (found: LocatedFinding, fingerprint: string): Result => {
  const { level, place, related = [], rule } = found
  const [message, help] = [messageOf(found), helpOf(found)]
  const index = indexes.get(rule)
  return {
    ruleId: rule,
    ...(index === undefined ? {} : { ruleIndex: index }),
    level,
    message: { text: messageText(help === undefined ? message : `${message}\n${help}`) },
    ...(place === undefined ? {} : { locations: [locationOf(place)] }),
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((other, id) => ({
            id,
            ...locationOf(other.place),
            message: { text: messageText(other.message) }
          }))
        }),
    partialFingerprints: { "ruleAndSubject/v1": fingerprint }
  }
}

/** What stays the same when lines move or a message is worded anew. */
const identityOf = (found: LocatedFinding): string => `${found.rule}\n${subjectOf(found) ?? found.place?.file ?? ""}`

const locationOf = (place: Place): Location => ({
  physicalLocation: { artifactLocation: artifactOf(place.file), region: regionOf(place) }
})

const artifactOf = (file: string) => {
  const path = normalize(file.toWellFormed())
  return isAbsolute(path)
    ? { uri: pathToFileURL(path).href }
    : { uri: path.split(sep).map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" }
}

const regionOf = ({ column, end_column, end_line, line }: Place): Region => ({
  startLine: line,
  startColumn: column,
  endLine: end_line,
  endColumn: end_column
})

/** In a message, braces mark a placeholder and brackets before parentheses a link (SARIF 2.1.0, 3.11.5 and 3.11.6). */
const messageText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[{}]/g, "$&$&")
    .replaceAll(/[\\[\]](?=[^[\]]*\]\()|\](?=\()/g, String.raw`\$&`)
