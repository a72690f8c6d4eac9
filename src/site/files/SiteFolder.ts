import { randomBytes } from "node:crypto"
import { basename, dirname, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { temporaryPrefix } from "../../platform/AtomicFile.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { toPlatformError } from "../../platform/RegularFiles.ts"
import { replaceFolder } from "../../platform/ReplaceFolder.ts"
import { entryTypeAt, listFolder } from "../../release/ReleaseFolder.ts"

/** The place of a new site holds something else. */
export class NotASite extends Schema.TaggedError<NotASite>()("NotASite", {
  folder: Schema.String,
  /** What no site contains, relative to the folder; empty for the folder itself. */
  entry: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.findings
  override get message() {
    return this.entry === ""
      ? `${this.folder} is not a folder. Choose another with --out.`
      : `${this.folder} contains ${this.entry}, which taxonomy site did not write. Move it away, or choose another folder with --out.`
  }
}

/** Writes a file of a site, by its path with `/`. */
export type WriteSiteFile = (path: string, content: string | Uint8Array) => Effect.Effect<void, PlatformError>

/**
 * Replaces a site by what `fill` writes, in one step at the end. Fails with `NotASite` if the folder holds a file that
 * no site of this program contains.
 */
export const replaceSite = Effect.fn("replaceSite")(function* <A, E, R>(
  folder: string,
  fill: (write: WriteSiteFile) => Effect.Effect<A, E, R>
) {
  const fs = yield* FileSystem.FileSystem
  const target = yield* findTarget(folder)
  const staging = join(dirname(target), `${temporaryPrefix}${basename(target)}-${randomBytes(6).toString("hex")}`)
  yield* fs.makeDirectory(dirname(target), { recursive: true })
  return yield* Effect.acquireUseRelease(
    fs.makeDirectory(staging),
    () =>
      Effect.gen(function* () {
        const written: Array<string> = []
        const result = yield* fill((path, content) =>
          Effect.gen(function* () {
            const file = join(staging, path)
            yield* fs.makeDirectory(dirname(file), { recursive: true })
            yield* typeof content === "string" ? fs.writeFileString(file, content) : fs.writeFile(file, content)
            written.push(path)
          }).pipe(Effect.provideService(FileSystem.FileSystem, fs))
        )
        yield* fs.writeFileString(join(staging, listFile), renderList(written))
        // Again, since that took a while.
        yield* findTarget(folder)
        yield* Effect.try({ try: () => replaceFolder(target, staging), catch: toPlatformError(target) })
        return result
      }),
    () => Effect.ignore(fs.remove(staging, { recursive: true, force: true }))
  )
})

/** The list of a site's files, by which a later run recognizes it. */
const listFile = "site.json"

const SiteList = Schema.Struct({ program: Schema.Literal("taxonomy site"), files: Schema.Array(Schema.String) })

const decodeList = Schema.decodeUnknownOption(Schema.fromJsonString(SiteList))

const renderList = (files: ReadonlyArray<string>): string => {
  const list: typeof SiteList.Type = { program: "taxonomy site", files: files.toSorted() }
  return `${JSON.stringify(list, undefined, 1)}\n`
}

/** The path of a folder that can be replaced, without links. */
const findTarget = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const absolute = resolve(folder)
  const target = yield* fs
    .realPath(absolute)
    .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(absolute)))
  const type = yield* entryTypeAt(target)
  if (type === undefined) return target
  if (type !== "Directory") return yield* new NotASite({ folder, entry: "" })
  const found = yield* listFolder(target)
  if (found.size === 0) return target
  const list = yield* Effect.option(fs.readFileString(join(target, listFile)))
  const known = new Set(
    Option.match(Option.flatMap(list, decodeList), { onNone: () => [], onSome: ({ files }) => files })
  )
  const other = [...found].find(([path, kind]) => kind !== "folder" && path !== listFile && !known.has(path))
  // A folder with nothing but an unreadable list, or with other folders, is not a site either.
  const foreign = other?.[0] ?? (known.size === 0 ? [...found.keys()][0] : undefined)
  return foreign === undefined ? target : yield* new NotASite({ folder, entry: foreign })
})
