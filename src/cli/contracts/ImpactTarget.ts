import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { proposedRelease } from "../../domain/release/commands/ProposedRelease.ts"
import { decide } from "../../domain/release/commands/PublishRelease.ts"
import type { Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { formatOf } from "../../release/artifacts/FormatChoice.ts"
import { readDraft } from "../lookup/ReadDraft.ts"
import { readHistory } from "../lookup/ReadHistory.ts"
import { selectRelease } from "../lookup/SelectRelease.ts"
import type { ImpactInput } from "./Impact.ts"

/** Reads the release that contracts are assessed by: a published one, or the one that the working tree proposes. */
export const readImpactTarget = Effect.fnUntraced(function* (input: ImpactInput) {
  const version = Option.getOrUndefined(input.to)
  if (version === undefined || version === workingTree) {
    const { history, sources } = yield* readDraft("impact", input)
    const now = timestampOf(yield* DateTime.now)
    const context = { published_at: now, now, source_commit: workingTree }
    const decision = decide(history, { ...sources, ...context, format: formatOf(history, sources) })
    return targetOf(history, proposedRelease(history, decision), true)
  }
  const history = yield* readHistory(input.releases)
  const { releases } = input
  const release = yield* selectRelease(version, { history, releases, alternative: workingTree })
  return targetOf(history, release, false)
})

const workingTree = "working-tree"

const targetOf = (history: ReleaseHistory, release: Release, isDraft: boolean) => ({
  history,
  release,
  contracts: releaseOfHistory(history, release),
  isDraft
})
