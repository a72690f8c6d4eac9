import type { LocatedFinding } from "../build/diagnostics/SourceLocation.ts"
import type { Change } from "../domain/change/Change.ts"
import { proposalStages, type ProposalStage } from "../domain/checks/Check.ts"
import { isError } from "../domain/Finding.ts"
import type { Timestamp } from "../domain/ledger/Timestamp.ts"
import { firstOfForce, ruleEffects, type RuleEffect } from "../domain/reasoning/RuleAnalysis.ts"
import type { Decision, UndoneReleases } from "../domain/release/PublishRelease.ts"
import type { Withdrawal } from "../domain/release/ReleaseHistory.ts"
import type { ComingDue } from "../domain/release/removal/ComingDue.ts"
import type { UsedWaiver } from "../domain/release/Waiver.ts"
import type { Bump, Version } from "../domain/taxonomy/Scalars.ts"
import { largestBump } from "../domain/taxonomy/VersionArithmetic.ts"
import type { KeyName } from "../domain/transparency/LogProblem.ts"
import type { LogFacts } from "../release/log/VerifyLog.ts"
import type { Publication } from "../release/Preview.ts"
import type { ContractsReport } from "./ImpactText.ts"
import { makeItemFacts, noItemFacts, type ItemFacts } from "./text/ItemText.ts"

/** The outcome of a command, as every report format shows it. */
export interface Report {
  readonly command: string
  readonly ok: boolean
  readonly version: Version | null
  readonly base: Version | null
  readonly declared_bump: Bump | null
  readonly required_bump: Bump | null
  /** What the release undoes; missing if its base was not withdrawn. */
  readonly undoes?: UndoneReleases
  /** The version to declare for these changes. */
  readonly suggested_version: Version | null
  readonly changes: ReadonlyArray<Change>
  /** What the changes of rules do to configs; missing if they do nothing, or nothing that was decided. */
  readonly rule_effects?: ReadonlyArray<RuleEffect>
  readonly findings: ReadonlyArray<LocatedFinding>
  readonly coming_due: ReadonlyArray<ComingDue>
  /** The exceptions that this release needs, or that the published one records. */
  readonly waivers: ReadonlyArray<UsedWaiver>
  /** What the proposal does to the contracts of a file; `null` if no file was named. */
  readonly contracts: ContractsReport | null
  /** What was not checked, because an earlier stage found errors. */
  readonly not_checked: ReadonlyArray<ProposalStage>
  readonly release: ReportedRelease | null
  /** When the decision was made; `null` if there is none. */
  readonly date: Timestamp | null
  readonly items: ItemFacts
  /** The transparency log; missing if the command does not verify it, or could not read it. */
  readonly log?: LogFacts
}

export interface ReportedRelease {
  readonly version: Version
  readonly status: "published" | "already-released" | "planned"
  /** The digest of the manifest; `null` for `check`, which renders no files. */
  readonly digest: string | null
  readonly path: string
  /** Set if this run signed the log with the release. */
  readonly checkpoint?: ReportedCheckpoint
  /** Set if the release is published and was withdrawn. */
  readonly withdrawn?: Withdrawal
  /** Set if the release is published and a newer one of its major stands. */
  readonly newer?: Version
}

/** The state of the log that was signed. */
export interface ReportedCheckpoint {
  /** The name of the log. */
  readonly origin: string
  /** The number of events. */
  readonly size: number
  readonly signers: ReadonlyArray<KeyName>
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
  waivers: [],
  contracts: null,
  not_checked: [],
  release: null,
  date: null,
  items: noItemFacts
})

/** The report of published releases and of their log. */
export const makeVerificationReport = (findings: ReadonlyArray<LocatedFinding>, log: LogFacts | undefined): Report => ({
  ...makeFindingsReport("verify", findings),
  ...(log === undefined ? {} : { log })
})

/** The report of a proposal whose sources or ledger cannot be read: nothing else is checked. */
export const makeUnreadableReport = (command: string, findings: ReadonlyArray<LocatedFinding>): Report => ({
  ...makeFindingsReport(command, findings),
  not_checked: proposalStages
})

/** The report of changes without a decision. */
export const makeChangesReport = (command: string, changes: ReadonlyArray<Change>, items: ItemFacts): Report => ({
  ...makeFindingsReport(command, []),
  items,
  required_bump: largestBump(changes.map(({ bump }) => bump)) ?? null,
  changes
})

export const makePublicationReport = (
  command: string,
  { checkpoint, decision, digest, status }: Publication,
  findings: ReadonlyArray<LocatedFinding>,
  releases: string
): Report => {
  const effects = effectsOf(decision)
  return {
    ...makeFindingsReport(command, findings),
    ok: status !== "refused" && !findings.some(isError),
    version: decision.version,
    base: decision.base?.version ?? null,
    declared_bump: decision.declaredBump ?? null,
    required_bump: decision.requiredBump ?? null,
    ...(decision.undoes === undefined ? {} : { undoes: decision.undoes }),
    suggested_version: decision.suggestedVersion,
    changes: decision.changes,
    ...(effects.length === 0 ? {} : { rule_effects: effects }),
    coming_due: decision.comingDue,
    waivers: decision.waivers,
    not_checked: decision.notChecked,
    date: decision.published_at,
    items: withEffects(makeItemFacts(decision.base?.taxonomy, decision.taxonomy), decision.changes, effects),
    release:
      status === "refused"
        ? null
        : {
            version: decision.version,
            status,
            digest: digest ?? null,
            path: `${releases.replace(/\/+$/, "")}/v${decision.version}`,
            ...(checkpoint === undefined ? {} : { checkpoint: toReported(checkpoint) }),
            ...laterFacts(decision)
          }
  }
}

/** What rules do that name what is missing says nothing. */
const effectsOf = ({ base, changes, notChecked, taxonomy }: Decision): ReadonlyArray<RuleEffect> =>
  notChecked.includes("release") ? [] : ruleEffects(base?.taxonomy, taxonomy, changes)

const withEffects = (
  items: ItemFacts,
  changes: ReadonlyArray<Change>,
  effects: ReadonlyArray<RuleEffect>
): ItemFacts => {
  if (effects.length === 0) return items
  const ofChange = new Map(effects.map((effect) => [firstOfForce(changes, effect.rule), effect]))
  return { ...items, effectOf: (change) => ofChange.get(change) }
}

const toReported = ({ origin, signers, size }: ReportedCheckpoint): ReportedCheckpoint => ({ origin, size, signers })

const laterFacts = ({ outcome }: Decision): { readonly withdrawn?: Withdrawal; readonly newer?: Version } => {
  if (outcome._tag !== "AlreadyReleased") return {}
  const { newer, withdrawn } = outcome
  return { ...(withdrawn === undefined ? {} : { withdrawn }), ...(newer === undefined ? {} : { newer }) }
}
