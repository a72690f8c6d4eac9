import type { Finding } from "../../../src/domain/Finding.ts"
import { decide, type Decision } from "../../../src/domain/release/PublishRelease.ts"
import type { ReleasePublished } from "../../../src/domain/release/ReleaseEvent.ts"
import {
  publicationOf,
  evolve,
  emptyHistory,
  type ReleaseHistory,
  type Release
} from "../../../src/domain/release/ReleaseHistory.ts"
import { baseOf } from "../../../src/domain/release/ReleaseLines.ts"
import type { ReleaseSummary } from "../../../src/domain/release/ReleaseSummary.ts"
import type { Waiver } from "../../../src/domain/release/Waiver.ts"
import { formatItem } from "../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { helpOf, messageOf } from "../../../src/report/FindingText.ts"
import { start, type Edit } from "./TaxonomyEdits.ts"

/** Something that has happened to the taxonomy before a test looks at it. */
export type Step = (history: ReleaseHistory) => ReleaseHistory

export interface Proposed {
  /** A day, or a time to the second. */
  readonly date: string
  /** When the decision is made; the date of the release where it is left out. */
  readonly now?: string
  readonly waivers?: ReadonlyArray<Waiver>
  readonly notes?: ReleaseSummary
}

/** What was published before, oldest first. */
export const given = (...steps: ReadonlyArray<Step>) => {
  const history = steps.reduce((told, step) => step(told), emptyHistory)
  return {
    history,
    /** Proposes a release: the sources of its base, edited. */
    when: (version: string, proposed: string | Proposed, ...edits: ReadonlyArray<Edit>) =>
      propose(history, version, proposed, edits)
  }
}

/** A release that the rules let pass. */
export const release =
  (version: string, proposed: string | Proposed, ...edits: ReadonlyArray<Edit>): Step =>
  (history) => {
    const { findings, outcome } = propose(history, version, proposed, edits)
    if (outcome._tag !== "Publish") {
      throw new Error(`${version} is no release: ${findings.map(messageOf).join("; ")}`)
    }
    return evolve(history, publishedEvent(outcome.release))
  }

export const ended =
  (major: number, date: string): Step =>
  (history) =>
    evolve(history, { _tag: "MajorEnded", major, date: timeOf(date), reason: "It is old." })

export const withdrawn =
  (version: string, date: string): Step =>
  (history) =>
    evolve(history, {
      _tag: "ReleaseWithdrawn",
      version: Version.make(version),
      date: timeOf(date),
      reason: "It is wrong."
    })

/** `rule subject` of each finding, in the order of the report. */
export const found = ({ findings }: Decision): ReadonlyArray<string> => findings.map(nameOf)

/** The same with the findings that follow from others, and that a report shows as part of them. */
export const foundInAll = (decision: Decision): ReadonlyArray<string> => allFindings(decision).map(nameOf)

export const allFindings = ({ findings }: Decision): ReadonlyArray<Finding> =>
  findings.flatMap((finding) => [finding, ...(finding.follow_ups ?? [])])

const nameOf = ({ item, rule }: Finding): string => [rule, ...(item === undefined ? [] : [formatItem(item)])].join(" ")

/** What a decision leads to: the release, where there is one. */
export const published = ({ outcome }: Decision): Release => {
  if (outcome._tag !== "Publish") throw new Error(`Nothing is published: ${outcome._tag}`)
  return outcome.release
}

export const helpFor = (decision: Decision, rule: string): string | undefined =>
  allFindings(decision)
    .filter((finding) => finding.rule === rule)
    .map(helpOf)[0]

export const waiver = (rule: string, subject: string, version: string): Waiver => ({
  rule,
  subject,
  version: Version.make(version),
  reason: "Nobody had used it yet.",
  approved_by: "The board"
})

/** A day stands for its noon, in UTC. */
export const timeOf = (date: string): string => (date.includes("T") ? date : `${date}T12:00:00Z`)

/** The event that publishing a release adds to the ledger. */
export const publishedEvent = (release: Release): ReleasePublished => publicationOf(release, `sha256:${"0".repeat(64)}`)

const propose = (
  history: ReleaseHistory,
  declared: string,
  proposed: string | Proposed,
  edits: ReadonlyArray<Edit>
): Decision => {
  const { date, notes, now, waivers = [] } = typeof proposed === "string" ? { date: proposed } : proposed
  const version = Version.make(declared)
  const taxonomy = edits.reduce((edited, edit) => edit(edited), baseOf(history, version)?.taxonomy ?? start)
  return decide(history, {
    version,
    taxonomy,
    waivers,
    ...(notes === undefined ? {} : { notes }),
    published_at: timeOf(date),
    now: timeOf(now ?? date),
    source_commit: "0".repeat(40),
    format: 1
  })
}
