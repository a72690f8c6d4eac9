import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { defaultCacheFolder, readerFiles, sourceCache } from "../../../../src/build/sources/SourceCache.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { temporaryFolder } from "../../../support/Repository.ts"
import { smallSources } from "../../../support/Sources.ts"

const licenseFile = (description: string) => ({
  _tag: "File" as const,
  path: "licenses/EDU.yaml",
  bytes: Buffer.from(smallSources["licenses/EDU.yaml"].replace("For classrooms.", description))
})

const remember = (folder: string, description = "For classrooms", reader = readerFiles) => {
  const cache = sourceCache(folder, reader)
  const content = cache.read(licenseFile(description))
  cache.save()
  return Result.getOrThrow(content)
}

describe("the cache of sources", () => {
  it("remembers what a file holds, in a folder of its own, and believes no altered entry", async ({ expect }) => {
    const folder = await temporaryFolder()
    const content = remember(folder)
    expect(await readdir(folder)).toEqual(["sources"])
    const [entry = ""] = await readdir(join(folder, "sources"))
    const body = JSON.stringify({ kind: "license", content: "remembered" })
    await writeFile(join(folder, "sources", entry), `${sha256(body)}\n${body}`)
    expect(remember(folder)).toEqual(JSON.parse(body))
    await writeFile(join(folder, "sources", entry), `${sha256(body)}\n${body} `)
    expect(remember(folder)).toEqual(content)
  })

  it("drops its own old entries and nothing else", async ({ expect }) => {
    const folder = await temporaryFolder()
    const old = "a".repeat(64)
    const others = ["notes.txt", join("sources", "notes.txt"), join("sources", `${old}.txt`)]
    const own = [join("sources", old), join("sources", `${old}.4711`)]
    await mkdir(join(folder, "sources"))
    await mkdir(join(folder, "sources", "b".repeat(64)))
    for (const path of [...others, ...own]) {
      await writeFile(join(folder, path), "mine")
      await utimes(join(folder, path), 0, 0)
    }
    remember(folder)
    const left = await readdir(folder, { recursive: true })
    for (const path of others) expect(left).toContain(path)
    expect(left).toContain(join("sources", "b".repeat(64)))
    for (const path of own) expect(left).not.toContain(path)
  })

  it("does not read what another reader wrote, and reads without a cache where the reader is unknown", async ({
    expect
  }) => {
    const folder = await temporaryFolder()
    const code = join(folder, "Reader.ts")
    const entries = async () => (await readdir(join(folder, "cache", "sources"))).length
    for (const [index, text] of ["one way", "another way"].entries()) {
      await writeFile(code, text)
      remember(join(folder, "cache"), "For classrooms", [pathToFileURL(code)])
      expect(await entries()).toBe(index + 1)
    }
    remember(join(folder, "cache"), "For all", [pathToFileURL(join(folder, "none.ts"))])
    expect(await entries()).toBe(2)
  })

  it("counts as the reader every file that reading imports", async ({ expect }) => {
    const found = new Set<string>()
    const pending = [new URL("../../../../src/build/sources/SourceReader.ts", import.meta.url).href]
    for (const file of pending) {
      if (found.has(file)) continue
      found.add(file)
      const text = await readFile(fileURLToPath(file), "utf8")
      const imported = [...text.matchAll(/^import (?!type )[^"]*"(\.[^"]+\.ts)"/gm)]
      pending.push(...imported.map(([, path = ""]) => new URL(path, file).href))
    }
    expect(readerFiles.map(({ href }) => href).toSorted()).toEqual([...found].toSorted())
  })

  it("lies where the environment says, and nowhere without a home", ({ expect }) => {
    const name = "taxonomy-licensing-data-service"
    const home = () => "/home/someone"
    const noHome = () => {
      throw new Error("no such user")
    }
    const usual = `/home/someone/.cache/${name}`
    expect(defaultCacheFolder({ TAXONOMY_CACHE: "/here", XDG_CACHE_HOME: "/there" }, home)).toBe("/here")
    expect(defaultCacheFolder({ TAXONOMY_CACHE: "", XDG_CACHE_HOME: "/there" }, home)).toBe(`/there/${name}`)
    expect(defaultCacheFolder({ TAXONOMY_CACHE: "", XDG_CACHE_HOME: "" }, home)).toBe(usual)
    expect(defaultCacheFolder({}, home)).toBe(usual)
    expect(defaultCacheFolder({}, () => "")).toBeUndefined()
    expect(defaultCacheFolder({}, noHome)).toBeUndefined()
    expect(Result.isSuccess(sourceCache(undefined).read(licenseFile("For classrooms")))).toBe(true)
  })
})
