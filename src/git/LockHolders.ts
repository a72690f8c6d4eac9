import { readdir, readFile, readlink, realpath } from "node:fs/promises"
import { join, sep } from "node:path"

/**
 * The git processes that work in one of some folders, by their ids; `undefined` if this cannot be found out: the system has
 * no `/proc` (proc(5)), or a git process of another user hides where it works.
 */
export const findGitProcesses = async (
  folders: ReadonlyArray<string>,
  processes = "/proc"
): Promise<ReadonlyArray<number> | undefined> => {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)))
  const ids = await readdir(processes).catch(() => undefined)
  if (ids === undefined) return undefined
  const found = await Promise.all(
    ids
      .filter((id) => /^\d+$/.test(id))
      .map(async (id) => ({ id: Number(id), place: await placeOf(join(processes, id)) }))
  )
  if (found.some(({ place }) => place === "hidden")) return undefined
  const isInside = (place: string): boolean => real.some((folder) => place === folder || place.startsWith(folder + sep))
  return found.flatMap(({ id, place }) => (place !== undefined && isInside(place) ? [id] : []))
}

/** The folder in which a git process works; `undefined` for other processes, and for one that has ended. */
const placeOf = async (process: string): Promise<string | undefined> => {
  const name = await readFile(join(process, "comm"), "utf8").catch(() => "")
  if (!/^git(?:-|$)/.test(name.trim())) return undefined
  return readlink(join(process, "cwd")).catch((error: unknown) =>
    error instanceof Error && "code" in error && error.code === "EACCES" ? "hidden" : undefined
  )
}
