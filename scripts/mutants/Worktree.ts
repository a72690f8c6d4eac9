import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const git = (root: string, args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv = {}): string =>
  execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 30,
    env: { ...process.env, ...environment }
  })

/** The working tree as a commit on no branch, with files that are new and not ignored. The index stays as it is. */
export const commitOfWorkingTree = (root: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "taxonomy-mutants-"))
  const index = { GIT_INDEX_FILE: join(folder, "index") }
  try {
    git(root, ["read-tree", "HEAD"], index)
    git(root, ["add", "--all"], index)
    const tree = git(root, ["write-tree"], index).trim()
    const author = { GIT_AUTHOR_NAME: "mutants", GIT_AUTHOR_EMAIL: "mutants@localhost" }
    const committer = { GIT_COMMITTER_NAME: "mutants", GIT_COMMITTER_EMAIL: "mutants@localhost" }
    return git(root, ["commit-tree", tree, "-p", "HEAD", "-m", "Working tree"], { ...author, ...committer }).trim()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first of some commits that exists. */
export const firstCommit = (root: string, names: ReadonlyArray<string>): string | undefined =>
  names.find((name) => git(root, ["rev-list", "--max-count=1", "--ignore-missing", name, "--"]).trim() !== "")

/** What differs between a commit and the last one that it has in common with a base. */
export const diffSince = (root: string, base: string, commit: string): string =>
  git(root, ["diff", "--unified=0", "--no-prefix", "--no-color", "--no-ext-diff", `${base}...${commit}`, "--", "src"])

/** The paths of the files below `src/` in a commit. */
export const listSources = (root: string, commit: string): ReadonlyArray<string> =>
  git(root, ["ls-tree", "-r", "-z", "--name-only", commit, "--", "src"])
    .split("\0")
    .filter((path) => path !== "")

/** Runs something in a worktree of a commit that is gone afterwards. */
export const inWorktree = async <A>(root: string, commit: string, run: (folder: string) => Promise<A>): Promise<A> => {
  const parent = mkdtempSync(join(tmpdir(), "taxonomy-mutants-"))
  const folder = join(parent, "worktree")
  const remove = () => {
    if (existsSync(folder)) git(root, ["worktree", "remove", "--force", folder])
    rmSync(parent, { recursive: true, force: true })
  }
  process.once("exit", remove)
  git(root, ["worktree", "add", "--quiet", "--detach", folder, commit])
  for (const modules of ["node_modules", "test/tools/node_modules"]) {
    if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(folder, modules))
  }
  try {
    return await run(folder)
  } finally {
    remove()
    process.off("exit", remove)
  }
}
