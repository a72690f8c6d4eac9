import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rename, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import type { SourceFiles } from "./Sources.ts"

const execute = promisify(execFile)

/** A new temporary folder. It is removed when the run ends. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "taxonomy-test-"))

// The user's git settings are ignored, so that a test means the same everywhere.
export const gitEnvironment = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Editor",
  GIT_AUTHOR_EMAIL: "editor@example.org",
  GIT_COMMITTER_NAME: "Editor",
  GIT_COMMITTER_EMAIL: "editor@example.org",
  GIT_AUTHOR_DATE: "2026-01-15T12:00:00+02:00",
  GIT_COMMITTER_DATE: "2026-01-15T12:00:00+02:00"
}

export const git = async (folder: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const options = { cwd: folder, env: { ...process.env, ...gitEnvironment } }
  return (await execute("git", [...args], options)).stdout
}

export const writeFiles = async (folder: string, files: SourceFiles): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** Saves a file in one step, so that a program that follows it reads the text before or this one, and no part of it. */
export const saveAtOnce = async (path: string, text: string): Promise<void> => {
  const temporary = join(await temporaryFolder(), "text")
  await writeFile(temporary, text)
  await rename(temporary, path)
}

/** Makes a git repository in a temporary folder, with the sources committed to `taxonomy-src`. */
export const makeRepository = async (files: SourceFiles): Promise<string> => {
  const folder = await temporaryFolder()
  await git(folder, "init", "--quiet", "--initial-branch=main")
  await writeFiles(join(folder, "taxonomy-src"), files)
  await commitAll(folder, "Sources")
  return folder
}

export const commitAll = async (folder: string, message: string): Promise<void> => {
  await git(folder, "add", "--all")
  await git(folder, "commit", "--quiet", "-m", message)
}

/** Mounts a file system of a few pages on a folder and returns its unmount; `undefined` if this user cannot mount. */
export const mountSmallDisk = async (folder: string): Promise<(() => Promise<unknown>) | undefined> => {
  try {
    await execute("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", folder])
    return () => execute("umount", ["--lazy", folder])
  } catch {
    return undefined
  }
}
