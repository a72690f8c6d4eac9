import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { proposedRelease } from "../../domain/release/commands/ProposedRelease.ts"
import type { Decision } from "../../domain/release/commands/PublishRelease.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { type ContractsReport, makeLabels } from "../../report/ImpactText.ts"
import type { Report } from "../../report/Report.ts"
import { assessFiles } from "./AssessFiles.ts"

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
  return assessFiles({
    files: [file],
    fields: { id: "id", version: "version", config: "config" },
    history,
    target: releaseOfHistory(history, release),
    writeAffected: () => undefined
  }).pipe(
    Effect.map((assessed): ContractsReport => {
      const target = { version: release.version, isDraft: true }
      return { _tag: "Assessed", report: { ...assessed, target, labelOf: makeLabels(history, release.taxonomy) } }
    }),
    Effect.catch((error: PlatformError) =>
      Effect.succeed<ContractsReport>({ _tag: "Unread", reason: error.reason._tag })
    ),
    Effect.map((contracts) => ({ ...report, contracts }))
  )
}
