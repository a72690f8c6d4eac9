import { execFileSync } from "node:child_process"
import { chownSync } from "node:fs"
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { readEntry, writeEntry } from "../../../../src/platform/cache/CacheEntry.ts"
import { storeEntries } from "../../../../src/platform/cache/CacheFolder.ts"
import { mountSmallDisk, temporaryFolder } from "../../../support/Repository.ts"

const name = "a".repeat(64)
const texts = ["short", "", "Un café\n", "long ".repeat(100_000)]

const textsIn = (file: string): ReadonlyArray<string | undefined> | undefined => {
  const entry = readEntry(file)
  return entry?.digests.map((_, index) => entry.textAt(index))
}

describe("CacheEntry", () => {
  it("holds the texts that were written, each with its digest", async ({ expect }) => {
    const file = join(await temporaryFolder(), name)
    const digests = writeEntry(file, texts)
    expect(readEntry(file)?.digests).toEqual(digests)
    expect(textsIn(file)).toEqual(texts)
    expect(readEntry(file)?.textAt(texts.length)).toBeUndefined()
    const many = Array.from({ length: 5000 }, (_, index) => String(index))
    writeEntry(file, many)
    expect(textsIn(file)).toEqual(many)
    writeEntry(file, [])
    expect(textsIn(file)).toEqual([])
  })

  it("gives no altered text, and the others all the same", async ({ expect }) => {
    const file = join(await temporaryFolder(), name)
    writeEntry(file, texts)
    const content = await readFile(file, "utf8")
    await writeFile(file, content.replace("café", "cafe"))
    expect(textsIn(file)).toEqual(["short", "", undefined, undefined])
    await writeFile(file, content.replace("long", "Long"))
    expect(textsIn(file)).toEqual([...texts.slice(0, 3), undefined])
    const open = readEntry(file)
    await rm(file)
    expect(open?.textAt(3)).toBeUndefined()
  })

  it("is not read if its end is damaged in any way", async ({ expect }) => {
    const file = join(await temporaryFolder(), name)
    writeEntry(file, texts)
    const content = await readFile(file, "utf8")
    for (const length of ["", "0", "1", "-1", "1.5", "1e9", "9999999999", "Infinity", "-Infinity", "NaN", "length"]) {
      for (const start of [content.slice(0, -10), content.slice(-75, -10), ""]) {
        await writeFile(file, `${start}${length.padStart(10)}`)
        expect(readEntry(file)).toBeUndefined()
      }
    }
  })

  it("is not read under another name", async ({ expect }) => {
    const folder = await temporaryFolder()
    const [file = "", other = ""] = [name, "b".repeat(64)].map((entry) => join(folder, entry))
    writeEntry(file, texts)
    writeEntry(other, ["other"])
    await copyFile(other, file)
    expect(readEntry(other)?.textAt(0)).toBe("other")
    expect(readEntry(file)).toBeUndefined()
  })

  it("is not read from a pipe, a link, a folder, or a file of another user", async ({ expect }) => {
    const folder = await temporaryFolder()
    const file = join(folder, name)
    writeEntry(file, texts)
    execFileSync("mkfifo", [join(folder, "pipe")])
    await mkdir(join(folder, "linked"))
    await symlink(file, join(folder, "linked", name))
    for (const other of ["pipe", join("linked", name), "."]) expect(readEntry(join(folder, other))).toBeUndefined()
    if (process.getuid?.() !== 0) return
    chownSync(file, 65534, 65534)
    expect(readEntry(file)).toBeUndefined()
  })

  it("leaves nothing behind on a full disk", async ({ expect }) => {
    const disk = await temporaryFolder()
    const folder = join(disk, "entries")
    const unmount = await mountSmallDisk(disk)
    if (unmount === undefined) return
    try {
      expect(() => storeEntries(folder, [[name, texts]])).toThrow("ENOSPC")
      expect(await readdir(folder)).toEqual([])
    } finally {
      await unmount()
    }
  })
})
