import * as Effect from "effect/Effect"
import { openRepository, runGit, type Repository, readBlobs, missingContent } from "./Git.ts"

/** One file of a commit. */
export interface TreeEntry {
  readonly mode: string
  /** The id of the blob. */
  readonly id: string
  readonly size: number
  /** Relative to the folder of the repository handle. */
  readonly path: string
}

/** Lists the files of a commit below the given paths. */
export const listTree = (git: Repository, revision: string, paths: ReadonlyArray<string>) =>
  Effect.map(runGit(git, ["ls-tree", "-r", "-z", "-l", "--end-of-options", revision, "--", ...paths]), (listing) =>
    listing
      .split("\0")
      .filter((line) => line !== "")
      .map(parseEntry)
  )

/** Reads those of the paths that a commit contains. The paths are relative to the folder. */
export const readFilesAt = Effect.fn("git.readFilesAt")(function* (
  folder: string,
  option: Repository["option"],
  revision: string,
  paths: ReadonlyArray<string>
) {
  const git = yield* openRepository(folder, option)
  const entries = yield* listTree(
    git,
    `${revision}^{commit}`,
    paths.map((path) => `./${path}`)
  )
  const blobs = yield* readBlobs(
    folder,
    entries.map(({ id }) => id)
  )
  return new Map(
    yield* Effect.forEach(entries, ({ id, path }) =>
      Effect.map(requireContent(path, blobs.get(id)), (bytes) => [path, bytes] as const)
    )
  )
})

/** Fails if the repository lacks the content of a file. */
export const requireContent = (path: string, bytes: Uint8Array | undefined) =>
  bytes === undefined ? missingContent(path) : Effect.succeed(bytes)

const parseEntry = (line: string): TreeEntry => {
  const tab = line.indexOf("\t")
  const [mode = "", , id = "", size = "0"] = line.slice(0, tab).split(/ +/)
  return { mode, id, size: Number(size) || 0, path: line.slice(tab + 1) }
}
