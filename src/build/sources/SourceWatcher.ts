import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Stream from "effect/Stream"
import { SourceFolderNotFound } from "./WorkingTree.ts"

/**
 * Emits at once, and then after each time that something in the folder of the sources was saved, also once another
 * folder has taken its place or that of one in it, as where a branch or a copy is put there. Fails with
 * `SourceFolderNotFound` where there is none to begin with, and with the system's own error where it cannot be watched.
 */
export const sourceSaves = (root: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    if (!(yield* fs.exists(root))) return yield* new SourceFolderNotFound({ folder: paths.resolve(root) })
    const savedIn = (folder: string) =>
      fs.watch(folder).pipe(
        Stream.map(() => undefined),
        // It has gone since it was looked at.
        Stream.catchReason("PlatformError", "NotFound", () => Stream.empty)
      )
    return Stream.tick(lookEvery).pipe(
      Stream.mapEffect(() => foldersIn(root)),
      Stream.changesWith(sameFolders),
      Stream.switchMap((folders) =>
        Stream.concat(
          Stream.succeed(undefined),
          // Watched as one, a folder is followed by its files, and a file that was replaced is followed no more.
          Stream.mergeAll(
            folders.map(({ path }) => savedIn(path)),
            { concurrency: "unbounded" }
          )
        )
      ),
      // Editors save in several steps; one look afterwards is enough.
      Stream.debounce(Duration.millis(100))
    )
  }).pipe(Stream.unwrap)

/** A watch stays with the folder that was there, wherever that is moved. */
const lookEvery = Duration.seconds(1)

interface Folder {
  readonly path: string
  /** Tells it from others that had its name. */
  readonly identity: string
}

const sameFolders = (left: ReadonlyArray<Folder>, right: ReadonlyArray<Folder>): boolean =>
  left.length === right.length && left.every(({ identity }, index) => identity === right[index]?.identity)

/** The folder and those in it; none where it is not there. */
const foldersIn = Effect.fnUntraced(
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
