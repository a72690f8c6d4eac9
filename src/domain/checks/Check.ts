import type { Facts, Finding, Level } from "../Finding.ts"
import type { CheckId } from "./CheckRegistry.ts"
import type { ReleaseProposal } from "./ReleaseProposal.ts"

/**
 * A check of the sources, of a proposed release or of what was published: all that there is to know of it, in one file.
 * Its findings carry facts (`Context`), of which `message` and `help` make sentences when a report is rendered.
 */
// Methods rather than functions: a check of certain facts is a check, so that the registry can list all of them.
export interface Check<Id extends string = string, Context extends Facts = Facts> {
  /** `area/name`. Waivers, baselines and other tools refer to it, so its meaning never changes. */
  readonly id: Id
  /** A noun phrase. */
  readonly title: string
  readonly level: Level
  readonly stage: Stage
  /** True if `waivers.yaml` can make an exception. */
  readonly waivable?: boolean
  /** What it demands, why, and what to do. */
  readonly explanation: string
  /** An example that breaks it, and one that keeps it. */
  readonly breaks: string
  readonly keeps: string
  /** True if its findings are about a removed item; reports show where that item was in the base release. */
  readonly isRemoval?: boolean
  /** True if no version can be recommended for the changes: each would be refused in the same way. */
  readonly blocksVersionAdvice?: boolean
  /** The errors that explain findings of this check, which are then not reported on their own. */
  readonly followsFrom?: ReadonlyArray<FollowsFrom>
  /** True if findings with the same facts have one cause: the first carries the others. */
  readonly hasOneCause?: true
  /** What is wrong, and where. */
  message(context: Context): string
  /** What to do, as an imperative. */
  help(context: Context): string
  /** Finds what breaks it in a proposed release. Missing if the findings are made while sources or releases are read. */
  run?(proposal: ReleaseProposal): ReadonlyArray<Finding>
}

/**
 * Checks whose errors explain a finding. `item`: if each item in which the finding has its cause has such an error, which
 * then carries the finding. `release`: if there is any such error; the finding would be a guess.
 */
interface FollowsFrom {
  readonly checks: ReadonlyArray<CheckId>
  readonly scope: "item" | "release"
}

/**
 * What a check looks at: the text of one source; what sources say of each other; the declared version; the proposed
 * release; the ledger; the published files.
 */
type Stage = "source" | "reference" | "version" | "release" | "ledger" | "artifact"

/** The stages that follow when the sources can be read. Each looks at what the one before has found sound. */
export type ProposalStage = "reference" | "version" | "release"

export const proposalStages: ReadonlyArray<ProposalStage> = ["reference", "version", "release"]

/** True if the check concerns what was published rather than what is proposed. */
export const concernsPublished = ({ stage }: Pick<Check, "stage">): boolean =>
  stage === "ledger" || stage === "artifact"

/** A removal that is refused: whatever still names the item, or takes its place, follows from it. */
export const refusedRemoval: FollowsFrom = {
  checks: [
    "deprecation/removed-without-deprecation",
    "deprecation/removed-before-minor-releases",
    "deprecation/removed-before-six-months",
    "deprecation/removed-outside-major"
  ],
  scope: "item"
}

/** A waiver that nearly matches a finding: the finding is waived once the waiver is corrected. */
export const misspeltWaiver: FollowsFrom = { checks: ["waiver/unused"], scope: "item" }

/** Sources that were not meant for the declared version: what differs from its base says nothing. */
export const otherSources: FollowsFrom = { checks: ["lifecycle/sources-of-newer-line"], scope: "release" }

/** A date at which the release cannot be made: periods that end with it say nothing. */
export const impossibleDate: FollowsFrom = { checks: ["date/before-base", "date/in-future"], scope: "release" }
