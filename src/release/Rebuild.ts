import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { syncFolder, temporaryPrefix, writeNew } from "../platform/AtomicFile.ts"
import { forEachWithProgress } from "../platform/Progress.ts"
import { digestOf, folderOf, render } from "./artifacts/Renderers.ts"
import { readLedger } from "./ledger/Ledger.ts"
import { encodeFiles, compareFolder, entryTypeAt, removeStaleTemporaries, writeFolder } from "./ReleaseFolder.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/**
 * Writes the artifacts that are missing, from the ledger alone, and names them. What is there is never touched, right
 * or wrong: `verify` tells which. All releases, or the one with the given version.
 */
export const rebuild = (releases: string, version: string | undefined) =>
  withReleasesLock(releases)(
    Effect.gen(function* () {
      yield* removeStaleTemporaries(releases)
      const { history } = yield* readLedger(releases)
      const wanted = [...history.releases.values()].filter(
        (release) => version === undefined || release.version === version
      )
      const rebuilt = yield* forEachWithProgress("Rebuilding releases", wanted, (release) =>
        rebuildRelease(releases, release)
      )
      return rebuilt.flat()
    })
  )

const rebuildRelease = Effect.fnUntraced(function* (releases: string, release: PublishedRelease) {
  const paths = yield* Path.Path
  const name = folderOf(release)
  const artifacts = render(release)
  // What cannot be rebuilt as it was is not written at all; `verify` says why.
  if (artifacts === undefined || digestOf(artifacts.manifest) !== release.manifest) return []
  const folder = paths.join(releases, name)
  if ((yield* entryTypeAt(folder)) === undefined) {
    yield* writeFolder(releases, name, artifacts)
    return [name]
  }
  const contents = encodeFiles(artifacts)
  const written: Array<string> = []
  for (const { kind, path } of yield* compareFolder(folder, contents)) {
    const bytes = contents.get(path)
    if (kind !== "missing" || bytes === undefined) continue
    // A link or a file where a folder should be is there, so it is left as it is.
    const parent = yield* entryTypeAt(paths.dirname(paths.join(folder, path)))
    if (parent !== undefined && parent !== "Directory") continue
    yield* writeMissing(releases, name, path, bytes)
    written.push(`${name}/${path}`)
  }
  return written
})

/**
 * Gives a release one file that it lacks, complete and durable, in one step. The temporary file lies outside the
 * release's folder, where it would be one file too many should this run end here.
 */
const writeMissing = Effect.fnUntraced(function* (releases: string, name: string, path: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const file = paths.join(releases, name, path)
  const folder = paths.dirname(file)
  const temporary = paths.join(releases, `${temporaryPrefix}${name}-${paths.basename(path)}`)
  if (!(yield* fs.exists(folder))) {
    yield* fs.makeDirectory(folder)
    yield* syncFolder(paths.dirname(folder))
  }
  yield* writeNew(temporary, bytes)
  yield* fs.rename(temporary, file)
  yield* syncFolder(folder)
})
