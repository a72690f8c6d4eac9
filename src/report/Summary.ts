import type { LocatedFinding } from "../build/diagnostics/SourceLocation.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { versionTaken } from "../domain/checks/semver/DeclaredVersion.ts"
import { isError } from "../domain/Finding.ts"
import type { UndoneReleases } from "../domain/release/PublishRelease.ts"
import { dayOf } from "../domain/release/removal/DeprecationClock.ts"
import { asSentence, listNames, listSome } from "../domain/Sentence.ts"
import { formatCheckpoint } from "./LogText.ts"
import type { Report } from "./Report.ts"
import { formatCount } from "./text/PlainText.ts"

/**
 * The last lines of a report: the outcome with its counts and bumps, what was not checked, what was signed,
 * and a withdrawal.
 */
export const formatVerdict = (
  report: Report,
  emphasize: (outcome: string) => string = (outcome) => outcome,
  step = "bump"
): ReadonlyArray<string> => {
  const bumps = formatBumps(report, step)
  return [
    `${emphasize(formatOutcome(report))}${formatCountsOf(report)}.${bumps === "" ? "" : ` ${bumps}`}`,
    formatNotChecked(report),
    formatSigning(report),
    formatWithdrawal(report),
    formatNewer(report)
  ].filter((line) => line !== "")
}

/** The number of findings after the outcome; empty for changes, which are not checked. */
export const formatCountsOf = ({ command, findings, ok }: Report): string =>
  command === "diff" && ok ? "" : `: ${formatCounts(findings)}`

/** The outcome of a run in a few words: `Refused`, `Published 1.2.0`. */
export const formatOutcome = ({ changes, command, findings, ok, release, required_bump }: Report): string => {
  if (!ok) return "Refused"
  if (command === "diff") {
    return changes.length === 0 || required_bump === null
      ? "No changes"
      : `These changes require a ${required_bump} release`
  }
  if (release === null) return "Passed"
  // A warning of what refuses a release, where nothing is published.
  const isRefused = findings.some((finding) => !isError(finding) && getCheck(finding.rule).level === "error")
  if (release.status === "planned" && isRefused) return `${release.version} cannot be published yet`
  const outcome = outcomes[release.status](release.version)
  return release.withdrawn === undefined ? outcome : `${outcome} and was withdrawn`
}

/** What was signed with the release; empty if nothing was. */
export const formatSigning = ({ release }: Report): string =>
  release?.checkpoint === undefined ? "" : formatCheckpoint(release.checkpoint)

/** When and why the release was withdrawn, and what to do, or what it undoes of withdrawn ones; empty if neither. */
export const formatWithdrawal = ({ release, undoes }: Report): string =>
  release?.withdrawn === undefined
    ? undoes === undefined
      ? ""
      : formatUndone(undoes)
    : `It was withdrawn on ${dayOf(release.withdrawn.date)}: ${asSentence(release.withdrawn.reason)} Declare a new version to publish a correction.`

/** What to do if the sources equal an older release; empty if they do not. */
const formatNewer = ({ release }: Report): string =>
  release?.newer === undefined
    ? ""
    : `The newest release is ${release.newer}. To take back what it changed, declare a new version; else restore its sources.`

const formatUndone = ({ releases, removed }: UndoneReleases): string => {
  const undone = `${listNames(releases)}, which ${releases.length === 1 ? "was" : "were"} withdrawn`
  return removed.length === 0
    ? `It follows ${undone}.`
    : `The removal of ${listSome(removed, maxNamed)} undoes ${undone}. Removed codes stay reserved.`
}

const maxNamed = 5

/** The stages that were not checked; empty if all were. */
export const formatNotChecked = ({ not_checked }: Report): string =>
  not_checked.length === 0
    ? ""
    : `Not checked until these errors are fixed: ${not_checked.map((stage) => subjectsOfStages[stage]).join(", ")}.`

const subjectsOfStages = {
  reference: "references between files",
  version: "the version",
  release: "the rules for releases"
} as const

const outcomes = {
  published: (version: string) => `Published ${version}`,
  "already-released": (version: string) => `${version} is already released`,
  planned: (version: string) => `${version} can be released`
} as const

/** `2 errors, 1 warning`, or `no findings`. */
const formatCounts = (findings: ReadonlyArray<LocatedFinding>): string => {
  const errors = findings.filter(isError).length
  const warnings = findings.length - errors
  const counts = [
    ...(errors === 0 ? [] : [formatCount(errors, "error")]),
    ...(warnings === 0 ? [] : [formatCount(warnings, "warning")])
  ]
  return counts.length === 0 ? "no findings" : counts.join(", ")
}

/** The declared and the required bump, and the version to declare; empty if there is no base to compare with. */
export const formatBumps = (
  { base, declared_bump, findings, not_checked, required_bump, suggested_version, undoes, version }: Report,
  /** What readers call a bump. */
  step = "bump"
): string => {
  if (base === null || required_bump === null || version === null || not_checked.includes("version")) return ""
  const advice =
    suggested_version === null || suggested_version === version || findings.some(blocksVersionAdvice)
      ? ""
      : ` Declare ${suggested_version}.`
  const requirement = `the changes require a ${required_bump} ${step}.${advice}`
  if (findings.some(({ rule }) => rule === versionTaken.id)) return `${version} is already published; ${requirement}`
  const declared = declared_bump === null ? `not an allowed ${step}` : `a ${declared_bump} ${step}`
  const from = undoes?.standing ?? base
  if (from === version) return `The version is still ${version}; ${requirement}`
  return `${from} -> ${version} is ${declared}; ${requirement}`
}

/** True for what must be mended first, such as a removal that is too early: the next major would be refused as well. */
const blocksVersionAdvice = ({ rule }: LocatedFinding): boolean => getCheck(rule).blocksVersionAdvice === true

/**
 * True if reports say which bump a change requires. Changes of a first release require none, and what changed is a guess
 * while names are unknown.
 */
export const hasBumps = ({ base, command, not_checked }: Pick<Report, "base" | "command" | "not_checked">): boolean =>
  (base !== null || command === "diff") && !not_checked.includes("version")

/** The scope of the changes: `since 1.2.0`. */
export const formatScope = ({ base, command }: Report): string =>
  command === "diff" ? "in total" : base === null ? "in the first release" : `since ${base}`
