// What can be told of a publication without rendering a release: the outcome of a decision, and whether what is published is
// intact. `taxonomy check` runs after every save, and loads no renderer.
import * as Effect from "effect/Effect"
import { inTheWay } from "../domain/checks/ArtifactChecks.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { makeFinding, type Finding, inRelease } from "../domain/Finding.ts"
import type { ChainBroken } from "../domain/ledger/HashChain.ts"
import type { Digest } from "../domain/ledger/Timestamp.ts"
import type { Decision } from "../domain/release/PublishRelease.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { makeSyncReader } from "../platform/RegularFiles.ts"
import type { CheckpointBroken } from "../transparency/CheckpointFiles.ts"
import { checkRelease } from "./artifacts/ArtifactCheck.ts"
import { ledgerFile } from "./Ledger.ts"
import type { SignedCheckpoint } from "./log/SignedLedger.ts"
import { checkpointFinding } from "./log/VerifyLog.ts"
import type { FolderInTheWay } from "./Publish.ts"

/** A decision and its outcome on disk. */
export interface Publication {
  readonly decision: Decision
  readonly status: "published" | "already-released" | "planned" | "refused"
  /** The digest of the release's manifest, if the release was rendered. */
  readonly digest: Digest | undefined
  /** The checkpoint that was signed with the release, if the log is signed. */
  readonly checkpoint?: SignedCheckpoint | undefined
}

/** The outcome of a decision before anything is rendered or written. */
export const toPublication = (decision: Decision): Publication => {
  switch (decision.outcome._tag) {
    case "Refused":
      return { decision, status: "refused", digest: undefined }
    case "AlreadyReleased":
      return { decision, status: "already-released", digest: decision.outcome.release.manifest }
    case "Publish":
      return { decision, status: "planned", digest: undefined }
  }
}

/**
 * Compares the digests of the files of all releases with their manifests, and those with the ledger. Renders only a
 * release that differs, to tell each difference as `verify` does.
 */
export const verifyFiles = Effect.fn("verifyFiles")(function* (releases: string, { releases: all }: ReleaseHistory) {
  const read = makeSyncReader()
  const found = yield* Effect.forEach(all.values(), (release) =>
    checkRelease(releases, release, read).pipe(
      Effect.as([]),
      Effect.catchTag("ArtifactBroken", () =>
        Effect.andThen(
          Effect.promise(() => import("./Verify.ts")),
          ({ verifyRelease }) => verifyRelease(releases, release, read)
        )
      )
    )
  )
  return found.flat()
})

/** The finding for an error that prevents any decision or publication. */
export const brokenFinding = (error: ChainBroken | CheckpointBroken | FolderInTheWay): Finding => {
  if (error._tag === "CheckpointBroken") return checkpointFinding(error.cause.problem, error.file)
  if (error._tag === "FolderInTheWay") {
    const { differing, folder, name } = error
    return makeFinding(inTheWay, { folder, differing }, { location: inRelease(name) })
  }
  const { line, problem, rule } = error
  return makeFinding(getCheck(rule), { line, problem }, { location: inRelease(ledgerFile, line) })
}
