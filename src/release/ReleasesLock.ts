import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { withFileLock } from "../platform/FileLock.ts"

/** Runs what changes the folder of the releases, while no other run does. */
export const withReleasesLock =
  (releases: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      if (!(yield* fs.exists(releases))) return yield* new NoReleasesFolder({ folder: paths.resolve(releases) })
      return yield* withFileLock(paths.join(releases, lockFile))(effect)
    })

/** Empty; its lock is what counts. */
const lockFile = ".lock"

/** The folder of the releases is not there; most often a command was started in another place than was meant. */
export class NoReleasesFolder extends Schema.TaggedError<NoReleasesFolder>()("NoReleasesFolder", {
  folder: Schema.String
}) {
  override get message() {
    return `There is no folder ${this.folder}, so nothing is published there. Name the folder of the releases with --releases.`
  }
}
