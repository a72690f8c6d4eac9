import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { isPlatformError, type PlatformError } from "effect/PlatformError"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { errorCode } from "../../platform/SystemErrors.ts"
import { SourceFolderNotFound } from "./WorkingTree.ts"

/**
 * Emits at once, and after each save in the source folder, even if the folder or one in it was replaced, as when git
 * checks out a branch. Fails with `SourceFolderNotFound`, or with the system's error if the folder cannot be watched.
 */
export const watchSources = (root: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    if (!(yield* fs.exists(root))) return yield* new SourceFolderNotFound({ folder: paths.resolve(root) })
    const savedIn = (folder: string) =>
      Stream.callback<void, PlatformError>((queue) =>
        // The check after it also sees what was saved while the watch began.
        fs.watch(folder, { onReady: () => Queue.offerUnsafe(queue, undefined) }).pipe(
          Stream.runForEach(() => Queue.offer(queue, undefined)),
          Effect.catchCause((cause) => (isMissing(cause) ? Effect.void : Queue.failCause(queue, cause)))
        )
      )
    return Stream.tick(pollInterval).pipe(
      Stream.mapEffect(() => listFolders(root)),
      Stream.changesWith(sameFolders),
      Stream.switchMap((folders) =>
        folders.length === 0
          ? Stream.succeed(undefined)
          : // Folders are watched one by one: a recursive watch follows files, and loses those that are replaced.
            Stream.mergeAll(
              folders.map(({ path }) => savedIn(path)),
              { concurrency: "unbounded" }
            )
      ),
      // Editors save in several steps.
      Stream.debounce(Duration.millis(100))
    )
  }).pipe(Stream.unwrap)

/** True if a folder was deleted after it was listed. Effect dies if that happens just before Node watches it. */
const isMissing = (cause: Cause.Cause<PlatformError>): boolean => {
  const error = Cause.squash(cause)
  return errorCode(isPlatformError(error) ? error.cause : error) === "ENOENT"
}

/** How often to look for replaced folders: a watch follows the old folder. */
const pollInterval = Duration.seconds(1)

interface Folder {
  readonly path: string
  /** Differs for another folder of the same name. */
  readonly identity: string
}

const sameFolders = (left: ReadonlyArray<Folder>, right: ReadonlyArray<Folder>): boolean =>
  left.length === right.length && left.every(({ identity }, index) => identity === right[index]?.identity)

/** Lists the folder and its subfolders; empty if it does not exist. */
const listFolders = Effect.fnUntraced(
  function* (root: string) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const entries = yield* fs.readDirectoryEntries(root)
    const inner = entries.filter(({ type }) => type === "Directory").map(({ name }) => paths.join(root, name))
    return yield* Effect.forEach([root, ...inner.toSorted()], (path) =>
      Effect.map(fs.stat(path), ({ birthtime, dev, ino }): Folder => {
        const [born, number] = [Option.getOrUndefined(birthtime)?.getTime(), Option.getOrUndefined(ino)]
        return { path, identity: `${path} ${dev} ${number} ${born}` }
      })
    )
  },
  Effect.orElseSucceed((): ReadonlyArray<Folder> => [])
)
