import { cp } from "node:fs/promises"
import { join } from "node:path"
import * as DateTime from "effect/DateTime"
import { buildRelease } from "./CommandLine.ts"
import { ownProject } from "./OwnProject.ts"
import { commitAll, git, temporaryFolder } from "./Repository.ts"

/** A repository with the sources and releases of this project, in which what the sources declare is published. */
export const makePublishedProject = async (): Promise<string> => {
  const folder = await temporaryFolder()
  await cp(await (template ??= publish()), folder, { recursive: true })
  return folder
}

let template: Promise<string> | undefined

const publish = async (): Promise<string> => {
  const cwd = await temporaryFolder()
  for (const name of ["taxonomy-src", "releases"]) {
    await cp(join(ownProject, name), join(cwd, name), { recursive: true })
  }
  await git(cwd, "init", "--quiet", "--initial-branch=main")
  await commitAll(cwd, "Sources")
  const { code, stdout } = await buildRelease([], { cwd, env: { SOURCE_DATE_EPOCH: secondsOf(DateTime.nowUnsafe()) } })
  if (code !== 0) throw new Error(stdout)
  // Nothing changes if it was published before.
  if (await git(cwd, "status", "--porcelain")) await commitAll(cwd, "Release")
  return cwd
}

const secondsOf = (time: DateTime.DateTime): string => String(Math.floor(time.epochMilliseconds / 1000))
