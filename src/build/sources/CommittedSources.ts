import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { listTree, requireContent, type TreeEntry } from "../../git/CommitFiles.ts"
import { openRepository, runGit } from "../../git/Git.ts"
import { readBlobs } from "../../git/GitBlobs.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"
import { isNearSource } from "./NearSources.ts"
import { isHidden, isSource, maxSourceBytes, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The sources of a commit. */
export interface CommittedSources {
  readonly tree: SourceTree
  /** The full id of the commit. */
  readonly commit: string
  /** The committer date, in Unix seconds. */
  readonly committedAt: number
}

/** Reads the sources of a commit from the repository around the folder. */
export const readCommittedSources = Effect.fn("readCommittedSources")(function* (root: string, revision = "HEAD") {
  const git = yield* openRepository(root, "--src")
  const format = ["--no-patch", "--no-show-signature", "--format=%H %ct", "--end-of-options"]
  const [commit = "", date] = (yield* runGit(git, ["show", ...format, `${revision}^{commit}`])).trim().split(" ")
  const entries = yield* listTree(git, commit, ["."])
  const read = entries.filter(({ mode, path }) => isSource(path) || (isLink(mode) && !isHidden(path)))
  const near = entries.filter(({ mode, path }) => !isLink(mode) && isNearSource(path))
  const checkedOut = new Map(
    yield* Effect.forEach(read.filter(isReadable), (entry) => readCheckedOut(root, entry), { concurrency: 16 })
  )
  const missing = [...checkedOut].flatMap(([id, bytes]) => (bytes === undefined ? [id] : []))
  const blobs = yield* readBlobs(root, missing)
  const sourceEntries = yield* Effect.forEach(read, (entry) =>
    toSourceEntry(entry, checkedOut.get(entry.id) ?? blobs.get(entry.id))
  )
  const tree: SourceTree = [...sourceEntries, ...near.map(({ path }): SourceEntry => ({ _tag: "NearSource", path }))]
  const sources: CommittedSources = { tree, commit, committedAt: Number(date) }
  return sources
})

/** Symbolic links and submodules, whose content is not in this commit. */
const isLink = (mode: string): boolean => mode === "120000" || mode === "160000"

const isReadable = ({ mode, size }: TreeEntry): boolean => !isLink(mode) && size <= maxSourceBytes

/** A checked-out file whose digest is the id of the blob is that blob, which saves asking git for it. */
const readCheckedOut = Effect.fnUntraced(function* (root: string, { id, path }: TreeEntry) {
  const paths = yield* Path.Path
  const bytes = yield* Effect.orElseSucceed(readRegularFile(paths.join(root, path)), () => undefined)
  return [id, bytes !== undefined && blobId(bytes, id.length) === id ? bytes : undefined] as const
})

const toSourceEntry = ({ mode, path, size }: TreeEntry, bytes: Uint8Array | undefined) => {
  if (isLink(mode)) return Effect.succeed<SourceEntry>({ _tag: "Link", path })
  if (size > maxSourceBytes) return Effect.succeed<SourceEntry>({ _tag: "TooLarge", path, size })
  return Effect.map(requireContent(path, bytes), (content): SourceEntry => ({ _tag: "File", path, bytes: content }))
}

const sha256IdLength = 64

const blobId = (bytes: Uint8Array, idLength: number): string =>
  createHash(idLength === sha256IdLength ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex")
