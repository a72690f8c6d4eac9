import * as Effect from "effect/Effect"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { makeSyncReader } from "../platform/RegularFiles.ts"
import { checkRelease } from "./artifacts/ArtifactCheck.ts"

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
        Effect.gen(function* () {
          const { verifyRelease } = yield* Effect.promise(() => import("./Verify.ts"))
          return yield* verifyRelease(releases, release, read)
        })
      )
    )
  )
  return found.flat()
})
