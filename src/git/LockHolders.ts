import { readdir, readFile, readlink, realpath } from "node:fs/promises"
import { join, sep } from "node:path"
import { errorCode } from "../platform/SystemErrors.ts"

/**
 * The git processes that work in one of some folders, by their ids; `undefined` if this cannot be found out: the system has
 * no `/proc`, or hides processes or where they work from this user (proc(5), `hidepid`).
 */
export const findGitProcesses = async (
  folders: ReadonlyArray<string>,
  processes = "/proc"
): Promise<ReadonlyArray<number> | undefined> => {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)))
  const ids = await readdir(processes).catch((): ReadonlyArray<string> => [])
  if (!ids.includes(firstProcess)) return undefined
  const found = await Promise.all(
    ids
      .filter((id) => /^\d+$/.test(id))
      .map(async (id) => ({ id: Number(id), place: await placeOf(join(processes, id)) }))
  )
  if (found.some(({ place }) => place === hidden)) return undefined
  const isInside = (place: string): boolean => real.some((folder) => place === folder || place.startsWith(folder + sep))
  return found.flatMap(({ id, place }) => (typeof place === "string" && isInside(place) ? [id] : []))
}

/** It exists as long as the system or the container does, so that its absence shows that processes are left out. */
const firstProcess = "1"

const hidden = Symbol("hidden")

/** The folder in which a git process works; `undefined` for other processes, and for one that has ended. */
const placeOf = async (process: string): Promise<string | typeof hidden | undefined> => {
  try {
    const name = await readFile(join(process, "comm"), "utf8")
    return /^git(?:-|$)/.test(name.trim()) ? await readlink(join(process, "cwd")) : undefined
  } catch (error) {
    return hasEnded.has(errorCode(error)) ? undefined : hidden
  }
}

/** The codes of errors about a process that has ended. */
const hasEnded: ReadonlySet<string | undefined> = new Set(["ENOENT", "ESRCH"])
