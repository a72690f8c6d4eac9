import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { withFileLock } from "../platform/FileLock.ts"

/** Runs an effect that changes the folder of the releases, while no other process changes it. */
export const withReleasesLock =
  (releases: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      if (!(yield* fs.exists(releases))) return yield* new NoReleasesFolder({ folder: resolve(releases) })
      return yield* withFileLock(join(releases, lockFile))(effect)
    })

/** The file is empty and only carries the lock. */
const lockFile = ".lock"

/** The folder of the releases is missing, most often because a command was started in another folder than intended. */
export class NoReleasesFolder extends Schema.TaggedError<NoReleasesFolder>()("NoReleasesFolder", {
  folder: Schema.String
}) {
  override get message() {
    return `The folder ${this.folder} does not exist. Name the folder of the releases with --releases.`
  }
}
