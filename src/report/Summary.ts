import type { LocatedFinding } from "../build/diagnostics/SourceLocation.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { versionTaken } from "../domain/checks/semver/VersionTaken.ts"
import { isError } from "../domain/diagnostic/Finding.ts"
import type { Report } from "./Report.ts"

/** The outcome of a run in a few words: `Refused`, `Published 1.2.0`. */
export const formatOutcome = ({ changes, command, ok, release, required_bump }: Report): string => {
  if (!ok) return "Refused"
  if (command === "diff") {
    return changes.length === 0 || required_bump === null
      ? "No changes"
      : `These changes require a ${required_bump} release`
  }
  return release === null ? "Passed" : outcomes[release.status](release.version)
}

const outcomes = {
  published: (version: string) => `Published ${version}`,
  "already-released": (version: string) => `${version} is already released`,
  planned: (version: string) => `${version} can be released`
} as const

/** `2 errors, 1 warning`, or `no findings`. */
export const formatCounts = (findings: ReadonlyArray<LocatedFinding>): string => {
  const errors = findings.filter(isError).length
  const warnings = findings.length - errors
  const counts = [
    ...(errors === 0 ? [] : [formatCount(errors, "error")]),
    ...(warnings === 0 ? [] : [formatCount(warnings, "warning")])
  ]
  return counts.length === 0 ? "no findings" : counts.join(", ")
}

/** The declared and the required bump, and the version to declare; empty if there is no base to compare with. */
export const formatBumps = ({
  base,
  declared_bump,
  findings,
  required_bump,
  suggested_version,
  version
}: Report): string => {
  if (base === null || required_bump === null || version === null) return ""
  const advice =
    suggested_version === null || suggested_version === version || findings.some(blocksVersionAdvice)
      ? ""
      : ` Declare ${suggested_version}.`
  const requirement = `the changes require a ${required_bump} bump.${advice}`
  if (findings.some(({ rule }) => rule === versionTaken.id)) return `${version} is already published; ${requirement}`
  const declared = declared_bump === null ? "not an allowed bump" : `a ${declared_bump} bump`
  return `${base} -> ${version} is ${declared}; ${requirement}`
}

/** True for a removal that is too early: the next major would be refused as well. */
const blocksVersionAdvice = ({ rule }: LocatedFinding): boolean => getCheck(rule).blocksVersionAdvice === true

/** The scope of the changes: `since 1.2.0`. */
export const formatScope = ({ base, command }: Report): string =>
  command === "diff" ? "in total" : base === null ? "in the first release" : `since ${base}`

/** `1 error`, `2 errors`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
