import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { withReleasesLock } from "../release/ReleasesLock.ts"
import { canPass, type OriginFault } from "./CanPass.ts"
import { mirrorOnce } from "./MirrorOnce.ts"
import type { MirrorOptions } from "./MirrorOptions.ts"

/**
 * Brings a folder to the state of an origin, under the lock of the folder. If the files at the origin contradict each
 * other, asks for them again without conditions, at once and then as long as the patience lasts. A failure leaves the
 * folder as it was.
 */
export const mirror = Effect.fn("mirror")(function* (options: MirrorOptions) {
  const fs = yield* FileSystem.FileSystem
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  yield* fs.makeDirectory(options.releases, { recursive: true })
  let deadline: number | undefined
  for (let isUncached = false; ; isUncached = true) {
    const result = yield* Effect.result(withReleasesLock(options.releases)(mirrorOnce(options, isUncached)))
    if (Result.isSuccess(result)) return result.success
    const { failure } = result
    if (!isOriginFault(failure) || !canPass(failure)) return yield* failure
    // A server that makes entity tags of times and sizes may have the same one for another file.
    if (!isUncached) continue
    deadline ??= now() + Duration.toMillis(options.patience)
    if (now() >= deadline) return yield* failure
    yield* Effect.sleep(Duration.min(retryInterval, options.patience))
  }
})

const isOriginFault = <E extends { readonly _tag: string }>(failure: E): failure is Extract<E, OriginFault> =>
  faults.has(failure._tag)

const faults: ReadonlySet<string> = new Set<OriginFault["_tag"]>([
  "OriginArtifactBroken",
  "OriginCheckpointBroken",
  "OriginLedgerBroken",
  "OriginRefused",
  "OriginRewritten",
  "OriginUnsigned"
])

const retryInterval = Duration.seconds(2)
