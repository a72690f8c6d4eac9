import type { LocatedFinding } from "../build/diagnostics/SourceLocation.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { isError } from "../domain/diagnostic/Finding.ts"
import type { Report } from "./Report.ts"

/** What came of the run, in a word or two: `Refused`, `Published 1.2.0`. */
export const outcomeOf = ({ changes, command, ok, release, required_bump }: Report): string => {
  if (!ok) return "Refused"
  if (command === "diff") return diffOutcome(changes.length, required_bump)
  return release === null ? "Sound" : outcomes[release.status](release.version)
}

const diffOutcome = (changes: number, required: string | null): string =>
  changes === 0 || required === null ? "No changes" : `These changes require a ${required} release`

const outcomes = {
  published: (version: string) => `Published ${version}`,
  "already-released": (version: string) => `${version} is already released`,
  planned: (version: string) => `${version} can be released`
} as const

/** `2 errors, 1 warning`, or `no findings`. */
export const countsOf = (findings: ReadonlyArray<LocatedFinding>): string => {
  const errors = findings.filter(isError).length
  const warnings = findings.length - errors
  const counts = [
    ...(errors === 0 ? [] : [counted(errors, "error")]),
    ...(warnings === 0 ? [] : [counted(warnings, "warning")])
  ]
  return counts.length === 0 ? "no findings" : counts.join(", ")
}

/** Declared against required, and what to declare where the two differ; empty where there is nothing to compare. */
export const bumpsOf = ({
  base,
  declared_bump,
  findings,
  required_bump,
  suggested_version,
  version
}: Report): string => {
  if (base === null || required_bump === null || version === null) return ""
  const declared = declared_bump === null ? "no step that is allowed" : `a ${declared_bump} bump`
  const advice =
    suggested_version === null || suggested_version === version || findings.some(isOfEarlyRemoval)
      ? ""
      : ` Declare ${suggested_version} for them.`
  return `${base} -> ${version} is ${declared}; the changes require a ${required_bump} one.${advice}`
}

/** True if a removal is too early: no version is suggested, since the next major would be refused as well. */
const isOfEarlyRemoval = ({ rule }: LocatedFinding): boolean => getCheck(rule).blocksVersionAdvice === true

/** Since when the changes are counted. */
export const sinceOf = ({ base, command }: Report): string =>
  command === "diff" ? "in all" : base === null ? "in the first release" : `since ${base}`

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
