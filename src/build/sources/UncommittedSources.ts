import * as Effect from "effect/Effect"
import { uncommittedChanges } from "../../domain/checks/source/SourceFiles.ts"
import { makeFinding, type Finding, inSource } from "../../domain/Finding.ts"
import { openRepository, runGit } from "../../git/Git.ts"
import { isHidden, isSource } from "./SourceTree.ts"

/** Finds the files of the source folder that differ from the checked-out commit. */
export const findUncommittedFiles = Effect.fn("findUncommittedFiles")(function* (root: string) {
  const git = yield* openRepository(root, "--src")
  const status = yield* runGit(git, [
    // A lock of the index would make a concurrent commit fail.
    "--no-optional-locks",
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--ignored=traditional",
    "--no-renames",
    "--",
    "."
  ])
  const prefix = (yield* runGit(git, ["rev-parse", "--show-prefix"])).replace(/\n$/, "")
  return status
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => parseStatus(prefix, line))
    .filter(({ file, state }) => state !== "ignored" || isSource(file) || isRepository(file))
    .map(({ file, state }): Finding =>
      makeFinding(uncommittedChanges, { file, state }, { location: inSource(file, { line: 1 }) })
    )
})

/** Parses a line `XY path`, with the status of the index and of the working tree, a letter each. */
const parseStatus = (prefix: string, line: string) => {
  const [code, path] = [line.slice(0, 2), line.slice("XY ".length)]
  const state = code === "!!" ? "ignored" : code === "??" ? "untracked" : "changed"
  return { state, file: path.startsWith(prefix) ? path.slice(prefix.length) : path } as const
}

/** git does not list the files of a nested repository. */
const isRepository = (file: string): boolean => file.endsWith("/") && !isHidden(file)
