import * as Effect from "effect/Effect"
import { systemError } from "effect/PlatformError"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ReadRegularFiles } from "../../platform/RegularFiles.ts"
import { makeReleaseRenderer } from "../../release/artifacts/ReleaseRenderer.ts"

/**
 * Reads the files below the folder of a release as the ledger renders them, in memory. Returns `undefined` if they are not
 * those that were published: a newer version may have rendered them.
 */
export const readRebuiltFiles = (folder: string, release: PublishedRelease): ReadRegularFiles | undefined => {
  const rendered = makeReleaseRenderer()(release)
  if (rendered?.digest !== release.manifest) return undefined
  return (wanted) =>
    Effect.forEach(wanted, ({ onChunk, path }) => {
      const bytes = rendered.files.get(path.slice(folder.length))
      if (bytes === undefined) {
        return Effect.fail(
          systemError({ _tag: "NotFound", module: "RebuiltFiles", method: "read", pathOrDescriptor: path })
        )
      }
      onChunk(bytes)
      return Effect.succeed(bytes.length)
    })
}
