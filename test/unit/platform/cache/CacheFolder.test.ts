import { readdir, stat, truncate, utimes } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { writeEntry } from "../../../../src/platform/cache/CacheEntry.ts"
import { storeEntries } from "../../../../src/platform/cache/CacheFolder.ts"
import { temporaryFolder } from "../../../support/Repository.ts"

const name = "a".repeat(64)
const old = "b".repeat(64)
const older = `${"c".repeat(64)}-12`

const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => (await readdir(folder)).toSorted()

describe("CacheFolder", () => {
  it("gives way to newer entries if the folder is too large", async ({ expect }) => {
    const folder = await temporaryFolder()
    for (const [index, file] of [join(folder, old), join(folder, older)].entries()) {
      writeEntry(file, ["text"])
      const time = (await stat(file)).mtimeMs / 1000 - 60 * (index + 1)
      await truncate(file, 400 * 1024 * 1024)
      await utimes(file, time, time)
    }
    storeEntries(folder, [[name, ["text"]]])
    expect(await namesIn(folder)).toEqual([name, old, "pruned"])
  })

  it("removes old entries once a day, and at once if the clock was set back", async ({ expect }) => {
    const folder = await temporaryFolder()
    const stamp = join(folder, "pruned")
    const storeBeside = async () => {
      writeEntry(join(folder, old), ["text"])
      await utimes(join(folder, old), 0, 0)
      storeEntries(folder, [[name, ["text"]]])
      return namesIn(folder)
    }
    expect(await storeBeside()).toEqual([name, "pruned"])
    const { mtimeMs } = await stat(stamp)
    expect(await storeBeside()).toEqual([name, old, "pruned"])
    expect((await stat(stamp)).mtimeMs).toBe(mtimeMs)
    for (const day of [-2, 2]) {
      const time = mtimeMs / 1000 + day * 24 * 60 * 60
      await utimes(stamp, time, time)
      expect(await storeBeside()).toEqual([name, "pruned"])
      expect(Math.abs((await stat(stamp)).mtimeMs - mtimeMs)).toBeLessThan(24 * 60 * 60 * 1000)
    }
  })

  it("fails at once where no folder can be made", ({ expect, skip }) => {
    if (process.platform !== "linux") skip("this system has no such folder")
    expect(() => storeEntries("/proc/none/deeper", [])).toThrow("ENOENT")
  })
})
