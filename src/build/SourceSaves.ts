import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Stream from "effect/Stream"
import { NoSourceFolder } from "./WorkingTree.ts"

/**
 * Emits at once, and then after each time that something in the folder of the sources was saved, also once another
 * folder has taken its place or that of one in it, as where a branch or a copy is put there. Fails with
 * `NoSourceFolder` where there is none to begin with, and with the system's own error where it cannot be watched.
 */
export const sourceSaves = (root: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    if (!(yield* fs.exists(root))) return yield* new NoSourceFolder({ folder: paths.resolve(root) })
    const saved = fs.watch(root, { recursive: true }).pipe(
      Stream.map(() => undefined),
      // It has gone since it was looked at.
      Stream.catchReason("PlatformError", "NotFound", () => Stream.empty)
    )
    return Stream.tick(lookEvery).pipe(
      Stream.mapEffect(() => identityOf(root)),
      Stream.changes,
      Stream.switchMap((identity) => Stream.concat(Stream.succeed(undefined), identity === "" ? Stream.empty : saved)),
      // Editors save in several steps; one look afterwards is enough.
      Stream.debounce(Duration.millis(100))
    )
  }).pipe(Stream.unwrap)

/** A watch stays with the folder that was there, wherever that is moved. */
const lookEvery = Duration.seconds(1)

/** Tells the folder, and those in it, from others of the same names; empty where it is not there. */
const identityOf = Effect.fnUntraced(
  function* (root: string) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const entries = yield* fs.readDirectoryEntries(root)
    const inner = entries.filter(({ type }) => type === "Directory").map(({ name }) => paths.join(root, name))
    const folders = [root, ...inner.toSorted()]
    const facts = yield* Effect.forEach(folders, (folder) => fs.stat(folder))
    return facts
      .map(({ birthtime, dev, ino }, index) => {
        const [born, number] = [Option.getOrUndefined(birthtime)?.getTime(), Option.getOrUndefined(ino)]
        return `${folders[index]} ${dev} ${number} ${born}`
      })
      .join("\n")
  },
  Effect.orElseSucceed(() => "")
)
