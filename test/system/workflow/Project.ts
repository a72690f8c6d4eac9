import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildRelease } from "../../support/CommandLine.ts"
import { nodeProgram } from "../../support/CommandServer.ts"
import { writeCommands } from "../../support/Programs.ts"
import { commitAll, git, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { smallSources, type SourceFiles } from "../../support/Sources.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

export const withVersion = (version: string, changes: SourceFiles = {}): SourceFiles => ({
  "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("version: 1.0.0", `version: ${version}`),
  ...changes
})

/** A change that requires a patch release. */
export const licenseNamed = (name: string): SourceFiles => ({
  "licenses/EDU.yaml": smallSources["licenses/EDU.yaml"].replace("Educational use", name)
})

/** A change that requires a minor release. */
export const anotherLicense = (code: string): SourceFiles => ({
  [`licenses/${code}.yaml`]: smallSources["licenses/EDU.yaml"].replace("code: EDU", `code: ${code}`)
})

/** A bare repository and its clones. */
export interface Project {
  /** The folder of the bare repository. */
  readonly upstream: string
  /** Puts changed sources on a branch, on top of main. */
  readonly push: (branch: string, sources: SourceFiles, others?: SourceFiles) => Promise<void>
  /** Makes a pull request of a branch, and gives a checkout of what its merge would be. */
  readonly pullRequest: (branch: string) => Promise<string>
  /** A fresh clone with main checked out, as a job has it. */
  readonly checkout: () => Promise<string>
  /** Every ref upstream with what it points to. */
  readonly refs: () => Promise<ReadonlyMap<string, string>>
}

const folder = await temporaryFolder()

/** Creates this project with a small taxonomy and release 1.0.0. */
export const project = async (): Promise<Project> => {
  const own = await mkdtemp(join(folder, "project-"))
  const upstream = join(own, "upstream.git")
  await git(own, "clone", "--quiet", "--bare", await template, upstream)
  const clone = async () => {
    const to = await mkdtemp(join(own, "clone-"))
    await git(own, "clone", "--quiet", upstream, to)
    await symlink(join(root, "node_modules"), join(to, "node_modules"))
    return to
  }
  return {
    upstream,
    push: async (branch, sources, others = {}) => {
      const to = await clone()
      await git(to, "checkout", "--quiet", "-B", branch)
      await writeFiles(join(to, "taxonomy-src"), sources)
      await writeFiles(to, others)
      await commitAll(to, `Change ${Object.keys({ ...sources, ...others }).join(", ")}`)
      await git(to, "push", "--quiet", "origin", branch)
    },
    pullRequest: async (branch) => {
      const to = await clone()
      await git(to, "checkout", "--quiet", "--detach")
      await git(to, "merge", "--quiet", "--no-ff", "-m", "Merge", `origin/${branch}`)
      return to
    },
    checkout: clone,
    refs: async () => {
      const listing = await git(upstream, "for-each-ref", "--format=%(refname) %(objectname)")
      return new Map([...listing.matchAll(/^(\S+) (\S+)$/gm)].map(([, name = "", id = ""]) => [name, id]))
    }
  }
}

const template: Promise<string> = (async () => {
  const made = await mkdtemp(join(folder, "template-"))
  await writeCommands(made)
  for (const path of ["package.json", "package-lock.json", ".gitattributes"]) {
    await copyFile(join(root, path), join(made, path))
  }
  await writeFiles(join(made, "taxonomy-src"), smallSources)
  await writeFiles(made, {
    ".gitignore": "node_modules\n**/releases/.lock\n**/releases/.tmp-*\n**/releases/.checkpoint.next\n",
    "NOTES.md": "Notes\n"
  })
  await git(made, "init", "--quiet", "--initial-branch=main")
  await commitAll(made, "Sources")
  const { code, stdout } = await buildRelease(["--commit", "--tag"], { cwd: made })
  if (code !== 0) throw new Error(stdout)
  return made
})()

/**
 * Programs that reach out of the machine, replaced: `npm` notes that it was called, for what it would install is there;
 * `gh` notes its arguments, answers with the comments of a file, and refuses where it is told to. `node` sends commands to
 * the server of `RunJob.ts`.
 */
export const programs = async (scripts: Readonly<Record<string, string>> = {}): Promise<string> => {
  const made = await mkdtemp(join(folder, "programs-"))
  const all = { npm: 'echo "npm $*"', node: nodeProgram, sleep: "exit 0", ...scripts }
  for (const [name, script] of Object.entries(all)) await writeScript(join(made, name), script)
  return made
}

/** Writes a git hook. */
export const writeHook = async (repository: string, name: string, script: string): Promise<void> => {
  const hooks = repository.endsWith(".git") ? join(repository, "hooks") : join(repository, ".git", "hooks")
  await writeScript(join(hooks, name), script)
}

const writeScript = async (file: string, script: string) => {
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  await writeFile(file, `#!/usr/bin/env bash\nset -eu\n${script}\n`)
  await chmod(file, 0o755)
}
