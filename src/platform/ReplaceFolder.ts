import { renameSync, rmSync } from "node:fs"
import { errorCode } from "./SystemErrors.ts"

/**
 * Moves a new folder to the place of another, and removes the old one last. For a moment there is none: a program that
 * starts then runs its sources. Several processes may replace the same folder at once.
 */
export const replaceFolder = (target: string, replacement: string): void => {
  const old = `${replacement}.old`
  for (;;) {
    try {
      moveAway(target, old)
      return renameSync(replacement, target)
    } catch (error) {
      // Another process put its own there meanwhile.
      if (!["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

const moveAway = (target: string, old: string): void => {
  try {
    renameSync(target, old)
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error
  }
}
