import { basename, dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { syncFolder, temporaryPrefix, writeNewFile } from "../platform/AtomicFile.ts"
import { forEachWithProgress } from "../platform/Progress.ts"
import { folderOf } from "./artifacts/Manifest.ts"
import { renderRelease } from "./artifacts/ReleaseRenderer.ts"
import { readLedger } from "./Ledger.ts"
import { settleReleases, makeLogTree } from "./log/CheckpointFile.ts"
import { entryTypeAt, listFolder, removeStaleTemporaries, writeFolder } from "./ReleaseFolder.ts"
import { withReleasesLock } from "./ReleasesLock.ts"

/**
 * Writes the missing artifacts of all releases, or of one, from the ledger alone, and returns their paths with the ledger.
 * Existing files are never changed, right or wrong: `verify` finds the wrong ones.
 */
export const rebuild = Effect.fn("rebuild")(function* (releases: string, version: string | undefined) {
  const rebuildAll = Effect.gen(function* () {
    yield* removeStaleTemporaries(releases)
    const ledger = yield* readLedger(releases)
    yield* settleReleases(releases, makeLogTree(ledger.leaves))
    const selected = [...ledger.history.releases.values()].filter(
      (release) => version === undefined || release.version === version
    )
    const rebuilt = yield* forEachWithProgress("Rebuilding releases", selected, (release) =>
      rebuildRelease(releases, release)
    )
    return { ledger, written: rebuilt.flat() }
  })
  return yield* withReleasesLock(releases)(rebuildAll)
})

const rebuildRelease = Effect.fn("rebuildRelease")(function* (releases: string, release: PublishedRelease) {
  const name = folderOf(release)
  const rendered = renderRelease(release)
  // A release that cannot be reproduced is not written; `verify` reports it.
  if (rendered?.digest !== release.manifest) return []
  const folder = join(releases, name)
  const type = yield* entryTypeAt(folder)
  if (type === undefined) {
    yield* writeFolder(releases, name, rendered.files)
    return [name]
  }
  if (type !== "Directory") return []
  const found = yield* listFolder(folder)
  const written: Array<string> = []
  for (const [path, bytes] of rendered.files) {
    // A link or a file in place of a folder exists, so it stays.
    const parent = dirname(path)
    if (found.has(path) || (parent !== "." && (found.get(parent) ?? "folder") !== "folder")) continue
    yield* writeMissing(releases, name, path, bytes)
    written.push(`${name}/${path}`)
  }
  return written
})

/**
 * Writes one missing file of a release, complete and durable, in one step. The temporary file is outside of the
 * release's folder, where an interrupted run would leave an unexpected file.
 */
const writeMissing = Effect.fnUntraced(function* (releases: string, name: string, path: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  const file = join(releases, name, path)
  const folder = dirname(file)
  const temporary = join(releases, `${temporaryPrefix}${name}-${basename(path)}`)
  if (!(yield* fs.exists(folder))) {
    yield* fs.makeDirectory(folder)
    yield* syncFolder(dirname(folder))
  }
  yield* writeNewFile(temporary, bytes)
  yield* fs.rename(temporary, file)
  yield* syncFolder(folder)
})
