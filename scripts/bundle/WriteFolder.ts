import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { replaceFolder } from "../../src/platform/ReplaceFolder.ts"

/**
 * Fills a new folder and moves it to the place of another, so that nobody sees half of it. Its time is that of the start: a
 * source that was saved meanwhile may have been read before, and is newer.
 */
export const writeFolder = async (target: string, fill: (staging: string) => Promise<void>): Promise<void> => {
  const startedAt = (performance.timeOrigin + performance.now()) / 1000
  const made = mkdirSync(dirname(target), { recursive: true })
  if (made !== undefined) chmodSync(dirname(target), 0o755)
  const staging = mkdtempSync(`${target}.`)
  try {
    await fill(staging)
    // Other users of the machine run the programs too, whatever the umask is.
    for (const file of readdirSync(staging)) chmodSync(join(staging, file), 0o644)
    chmodSync(staging, 0o755)
    utimesSync(staging, startedAt, startedAt)
    replaceFolder(target, staging)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  process.stdout.write(`${relative(process.cwd(), target)} written.\n`)
}
