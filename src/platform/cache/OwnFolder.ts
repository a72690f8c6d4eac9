import { lstatSync } from "node:fs"

/**
 * True for a folder that only this user can write to, and no link to one. Whoever can write to the folder above can put
 * another in its place, but cannot make this user its owner. Windows tells neither owner nor mode.
 */
export const isOwnFolder = (folder: string): boolean => {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return false
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & writableByOthers) === 0)
}

/** By the group, or by everybody. */
const writableByOthers = 0o022
