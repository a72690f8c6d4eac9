import { statSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { type PlatformError, isPlatformError } from "effect/PlatformError"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { quietly } from "../../platform/Quietly.ts"
import { errorCode } from "../../platform/SystemErrors.ts"
import { isNearSource, isHidden, isSource, maxSourceBytes, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The source folder does not exist, most often because the command ran in the wrong folder. */
class SourceFolderNotFound extends Schema.TaggedError<SourceFolderNotFound>()("SourceFolderNotFound", {
  folder: Schema.String
}) {
  override get message() {
    return `The source folder ${this.folder} does not exist. Set it with --src.`
  }
}

/** Reads the sources from disk, committed or not. */
export const readWorkingTree = Effect.fnUntraced(function* (root: string) {
  const fs = yield* FileSystem.FileSystem

  const readFolder: (folder: string) => Effect.Effect<SourceTree, PlatformError> = Effect.fnUntraced(
    function* (folder) {
      const entries = yield* fs.readDirectoryEntries(join(root, folder))
      return (yield* Effect.forEach(entries, (entry) => readEntry(folder, entry), { concurrency: 16 })).flat()
    }
  )

  const readEntry = Effect.fnUntraced(function* (folder: string, { name, type }: FileSystem.DirectoryEntry) {
    const path = folder === "" ? name : `${folder}/${name}`
    if (isHidden(name)) return []
    if (type === "SymbolicLink") return [{ _tag: "Link", path } satisfies SourceEntry]
    if (type === "Directory") return yield* readFolder(path)
    if (!isSource(path)) return isNearSource(path) ? [{ _tag: "NearSource", path } satisfies SourceEntry] : []
    // Opening a pipe would block until a process writes to it.
    return [type === "File" ? yield* readFile(path) : ({ _tag: "NotAFile", path } satisfies SourceEntry)]
  })

  const readFile = Effect.fnUntraced(function* (path: string) {
    const absolute = join(root, path)
    // The service makes three dates of each file, which takes longer than reading it. It still explains every failure.
    const size = quietly(() => statSync(absolute).size) ?? Number((yield* fs.stat(absolute)).size)
    return size > maxSourceBytes
      ? ({ _tag: "TooLarge", path, size } as const)
      : ({ _tag: "File", path, bytes: yield* fs.readFile(absolute) } as const)
  })

  if (!(yield* fs.exists(root))) return yield* new SourceFolderNotFound({ folder: resolve(root) })
  return yield* readFolder("")
})

/**
 * Emits at once, and after each save in the source folder, even if the folder or one in it was replaced, as when git
 * checks out a branch. Fails with `SourceFolderNotFound`, or with the system's error if the folder cannot be watched.
 */
export const watchSources = (root: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (!(yield* fs.exists(root))) return yield* new SourceFolderNotFound({ folder: resolve(root) })
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
    const entries = yield* fs.readDirectoryEntries(root)
    const inner = entries.filter(({ type }) => type === "Directory").map(({ name }) => join(root, name))
    return yield* Effect.forEach([root, ...inner.toSorted()], (path) =>
      Effect.map(fs.stat(path), ({ birthtime, dev, ino }): Folder => {
        const [born, number] = [Option.getOrUndefined(birthtime)?.getTime(), Option.getOrUndefined(ino)]
        return { path, identity: `${path} ${dev} ${number} ${born}` }
      })
    )
  },
  Effect.orElseSucceed((): ReadonlyArray<Folder> => [])
)
