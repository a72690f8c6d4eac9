import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { folderOf } from "../release/artifacts/Manifest.ts"

/** Where a mirror keeps what is not complete yet, in the file system of the folder that servers read. */
export interface StagingFolder {
  /** Hidden: servers, and commands that verify the releases, ignore it. */
  readonly path: string
  /** Responses that were interrupted. */
  readonly parts: string
  /** The folders of releases, each under its final name. */
  readonly releases: string
  /** What the next run can be conditional on. */
  readonly state: string
}

export const stagingIn = (releases: string) =>
  Path.Path.useSync((paths): StagingFolder => {
    const path = paths.join(releases, ".mirror")
    return {
      path,
      parts: paths.join(path, "parts"),
      releases: paths.join(path, "releases"),
      state: paths.join(path, "state.json")
    }
  })

/** Removes the staged releases that are not wanted any more. */
export const sweepStaging = Effect.fnUntraced(function* (
  { releases }: StagingFolder,
  wanted: ReadonlyArray<PublishedRelease>
) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const names = new Set(wanted.map(folderOf))
  const found = yield* Effect.catchReason(fs.readDirectory(releases), "PlatformError", "NotFound", () =>
    Effect.succeed<Array<string>>([])
  )
  for (const name of found) if (!names.has(name)) yield* fs.remove(paths.join(releases, name), { recursive: true })
})

/** Removes everything that was staged, once it is in place. */
export const emptyStaging = Effect.fnUntraced(function* ({ parts, releases }: StagingFolder) {
  const fs = yield* FileSystem.FileSystem
  for (const folder of [parts, releases]) yield* fs.remove(folder, { recursive: true, force: true })
})
