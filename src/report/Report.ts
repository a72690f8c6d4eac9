import type { LocatedFinding } from "../build/diagnostics/SourceLocation.ts"
import type { Change } from "../domain/change/Change.ts"
import { isError } from "../domain/diagnostic/Finding.ts"
import { largestBump, type Bump, type Version } from "../domain/taxonomy/Version.ts"
import type { Publication } from "../release/Preview.ts"

/** The outcome of a command, as every report format shows it. */
export interface Report {
  readonly command: string
  readonly ok: boolean
  readonly version: Version | null
  readonly base: Version | null
  readonly declared_bump: Bump | null
  readonly required_bump: Bump | null
  /** The version to declare for these changes. */
  readonly suggested_version: Version | null
  readonly changes: ReadonlyArray<Change>
  readonly findings: ReadonlyArray<LocatedFinding>
  readonly coming_due: ReadonlyArray<ReportedDeprecation>
  readonly release: ReportedRelease | null
}

/** A deprecated item, and the first release that can remove it. */
export interface ReportedDeprecation {
  readonly item: string
  readonly replaced_by: ReadonlyArray<string>
  /** Set if the replacements apply together. */
  readonly replacement_mode?: "all_of"
  readonly since: Version
  readonly earliest_version: Version
  /** `YYYY-MM-DD` */
  readonly earliest_date: string
}

export interface ReportedRelease {
  readonly version: Version
  readonly status: "published" | "already-released" | "planned"
  /** The digest of the manifest; `null` for `check`, which renders no files. */
  readonly digest: string | null
  readonly path: string
}

/** The report of a run without a decision: the sources cannot be read, or the command does not propose a release. */
export const makeFindingsReport = (command: string, findings: ReadonlyArray<LocatedFinding>): Report => ({
  command,
  ok: !findings.some(isError),
  version: null,
  base: null,
  declared_bump: null,
  required_bump: null,
  suggested_version: null,
  changes: [],
  findings,
  coming_due: [],
  release: null
})

/** The report of changes without a decision. */
export const makeChangesReport = (command: string, changes: ReadonlyArray<Change>): Report => ({
  ...makeFindingsReport(command, []),
  required_bump: largestBump(changes.map(({ bump }) => bump)) ?? null,
  changes
})

export const makePublicationReport = (
  command: string,
  { decision, digest, status }: Publication,
  findings: ReadonlyArray<LocatedFinding>,
  releases: string
): Report => ({
  command,
  ok: status !== "refused" && !findings.some(isError),
  version: decision.version,
  base: decision.base?.version ?? null,
  declared_bump: decision.declaredBump ?? null,
  required_bump: decision.requiredBump ?? null,
  suggested_version: decision.suggestedVersion,
  changes: decision.changes,
  findings,
  coming_due: decision.comingDue.map(({ deprecation, earliest, since, subject }) => ({
    item: subject,
    replaced_by: deprecation.replaced_by,
    ...(deprecation.replacement_mode === undefined ? {} : { replacement_mode: deprecation.replacement_mode }),
    since: since.version,
    earliest_version: earliest.version,
    earliest_date: earliest.date
  })),
  release:
    status === "refused"
      ? null
      : {
          version: decision.version,
          status,
          digest: digest ?? null,
          path: `${releases.replace(/\/+$/, "")}/v${decision.version}`
        }
})
