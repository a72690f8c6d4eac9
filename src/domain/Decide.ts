import { canonicalJson } from "./CanonicalJson.ts"
import type { Change } from "./Change.ts"
import { diff } from "./Diff.ts"
import type { Timestamp, Waiver } from "./Event.ts"
import { isError, type Finding } from "./Finding.ts"
import { baseOf, releaseOf, type History, type PublishedRelease, type Release } from "./History.ts"
import { referenceFindings } from "./References.ts"
import { semverFindings } from "./SemverRules.ts"
import { empty, type Taxonomy } from "./Taxonomy.ts"
import { bumpTo, largestBump, type Bump, type Version } from "./Version.ts"

/** Make these sources the release that they declare. Time comes in with the command. */
export interface Publish {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<Waiver>
  readonly published_at: Timestamp
  readonly source_commit: string
  readonly format: number
}

/** What a command means: what changed, what that requires, what is wrong, and what is to be done. */
export interface Decision {
  readonly version: Version
  readonly base: PublishedRelease | undefined
  readonly declaredBump: Bump | undefined
  readonly requiredBump: Bump | undefined
  readonly changes: ReadonlyArray<Change>
  readonly findings: ReadonlyArray<Finding>
  readonly outcome:
    | { readonly _tag: "Publish"; readonly release: Release }
    | { readonly _tag: "AlreadyReleased"; readonly release: PublishedRelease }
    | { readonly _tag: "Refused" }
}

export const decide = (history: History, command: Publish): Decision => {
  const { taxonomy, version } = command
  const published = history.releases.get(version)
  const base = baseOf(history, version)
  const changes = diff(base?.taxonomy ?? empty, taxonomy)
  const proposal: Proposal = {
    history,
    command,
    published,
    base,
    changes,
    declaredBump: base === undefined ? undefined : bumpTo(base.version, version),
    requiredBump: base === undefined ? undefined : largestBump(changes.map(({ bump }) => bump))
  }
  const { declaredBump, requiredBump } = proposal
  const summary = { version, base, declaredBump, requiredBump, changes }
  if (published !== undefined && canonicalJson(published.taxonomy) === canonicalJson(taxonomy)) {
    return { ...summary, findings: [], outcome: { _tag: "AlreadyReleased", release: published } }
  }
  const findings = rules.flatMap((rule) => rule(proposal))
  if (findings.some(isError)) return { ...summary, findings, outcome: { _tag: "Refused" } }
  const { format, published_at, source_commit, waivers } = command
  const planned = { version, base: base?.version ?? null, published_at, source_commit, changes, waivers, format }
  return { ...summary, findings, outcome: { _tag: "Publish", release: releaseOf(history, planned) } }
}

/** What the rules look at. */
export interface Proposal {
  readonly history: History
  readonly command: Publish
  /** The release that has the declared version already. */
  readonly published: PublishedRelease | undefined
  readonly base: PublishedRelease | undefined
  readonly changes: ReadonlyArray<Change>
  readonly declaredBump: Bump | undefined
  readonly requiredBump: Bump | undefined
}

/** Every run executes every rule; the order is that of the report. */
const rules: ReadonlyArray<(proposal: Proposal) => ReadonlyArray<Finding>> = [
  semverFindings,
  ({ command }) => referenceFindings(command.taxonomy)
]
