import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import { assess, type Assessment } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { makeImpactCount, makeReadingLog } from "../../domain/contracts/Impact.ts"
import { contractFields, type Contract, type ContractFields } from "../../domain/contracts/ReadContract.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { configOf } from "../../domain/reasoning/FindClashes.ts"
import { proposedRelease, type Decision } from "../../domain/release/PublishRelease.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { releasesBySelector } from "../../domain/release/ReleaseLines.ts"
import { type ContractsReport, makeLabels } from "../../report/ImpactText.ts"
import type { Report } from "../../report/Report.ts"
import { countNewClashes } from "./ClashFiles.ts"
import { readContracts } from "./ContractFiles.ts"
import type { WriteAffected } from "./Impact.ts"

interface Assessing {
  readonly files: ReadonlyArray<string>
  readonly fields: ContractFields
  readonly history: ReleaseHistory
  readonly target: ContractRelease
  readonly writeAffected: WriteAffected
}

/** Assesses the contracts of files one by one. What it keeps does not grow with them. */
export const assessFiles = ({ fields, files, history, target, writeAffected }: Assessing) => {
  const count = makeImpactCount()
  const log = makeReadingLog()
  const assessOf = makeAssessors(history, target)
  return readContracts({
    files,
    fields,
    log,
    onContracts: (contracts) =>
      Effect.sync(() => {
        for (const placed of contracts) {
          const { contract, file, line } = placed
          const assessContract = assessOf(contract.version)
          if (assessContract === undefined) {
            log.addUnknown(contract.version)
            continue
          }
          const assessment = assessContract(contract)
          if (assessment === undefined) {
            log.addUnreadable({ file, line, problem: "unknown-license" })
            continue
          }
          count.add(assessment)
          writeAffected(placed, assessment)
        }
      })
  }).pipe(Effect.map(() => ({ impact: count.result(), reading: log.result() })))
}

/**
 * Makes the function that assesses the contracts of a version, such as `1.2.0` or `1.2`, when a contract needs it. There is
 * no assessment of a base license that the release lacks.
 */
const makeAssessors = (history: ReleaseHistory, target: ContractRelease) => {
  const releases = releasesBySelector(history)
  const contractRelease = memoizeByIdentity((release: Release) => releaseOfHistory(history, release))
  return (version: string): ((contract: Contract) => Assessment | undefined) | undefined => {
    const release = releases.get(version)
    return (
      release &&
      ((contract) => {
        const config = configOf(contract, release.taxonomy)
        return config === undefined ? undefined : assess(config, contractRelease(release), target)
      })
    )
  }
}

/**
 * Adds to a report what the proposed release does to the contracts of a file. A file that cannot be read is a part of the
 * report, too: the sources are not to blame for it.
 */
export const addContracts = (
  report: Report,
  file: string,
  { decision, history }: { readonly decision: Decision; readonly history: ReleaseHistory }
): Effect.Effect<Report> => {
  const release = proposedRelease(history, decision)
  const { base } = decision
  return Effect.gen(function* () {
    const assessed = yield* assessFiles({
      files: [file],
      fields: contractFields,
      history,
      target: releaseOfHistory(history, release),
      writeAffected: () => undefined
    })
    const target = { version: release.version, isDraft: true }
    const labelOf = makeLabels(history, release.taxonomy)
    const clashes =
      base &&
      (yield* countNewClashes(file, { base, history, release }).pipe(
        Effect.catchTag("NotSorted", () => Effect.succeed("not-sorted" as const))
      ))
    const contracts: ContractsReport = { _tag: "Assessed", report: { ...assessed, target, labelOf }, clashes }
    return contracts
  }).pipe(
    Effect.catch((error: PlatformError) =>
      Effect.succeed<ContractsReport>({ _tag: "Unread", reason: error.reason._tag })
    ),
    Effect.map((contracts) => ({ ...report, contracts }))
  )
}
