import type { Change } from "../domain/Change.ts"
import { isError } from "../domain/Finding.ts"
import type { Bump, Version } from "../domain/Version.ts"
import type { Publication } from "../release/Publish.ts"
import type { LocatedFinding } from "./Locate.ts"

/** The outcome of a command, as every report format shows it. */
export interface Report {
  readonly command: string
  readonly ok: boolean
  readonly version: Version | null
  readonly base: Version | null
  readonly declared_bump: Bump | null
  readonly required_bump: Bump | null
  readonly changes: ReadonlyArray<Change>
  readonly findings: ReadonlyArray<LocatedFinding>
  readonly release: ReportedRelease | null
}

export interface ReportedRelease {
  readonly version: Version
  readonly status: "published" | "already-released" | "planned"
  readonly digest: string
  readonly path: string
}

/** Where there was nothing to decide, for the sources could not be read or something else was looked at. */
export const findingsReport = (command: string, findings: ReadonlyArray<LocatedFinding>): Report => ({
  command,
  ok: !findings.some(isError),
  version: null,
  base: null,
  declared_bump: null,
  required_bump: null,
  changes: [],
  findings,
  release: null
})

export const publicationReport = (
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
  changes: decision.changes,
  findings,
  release:
    status === "refused" || digest === undefined
      ? null
      : { version: decision.version, status, digest, path: `${releases.replace(/\/+$/, "")}/v${decision.version}` }
})
