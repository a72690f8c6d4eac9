import { chmod, chown, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { decideFromSources } from "../../../../src/build/Pipeline.ts"
import { makeSourceCache } from "../../../../src/build/sources/SourceCache.ts"
import { readSource, type ReadSource } from "../../../../src/build/sources/SourceReader.ts"
import { Timestamp } from "../../../../src/domain/ledger/Timestamp.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { writeEntry } from "../../../../src/platform/cache/CacheEntry.ts"
import { findCacheFolder } from "../../../../src/platform/cache/CacheFolder.ts"
import { digestCode } from "../../../../src/platform/cache/CodeIdentity.ts"
import { temporaryFolder } from "../../../support/Repository.ts"
import { smallSources, type SourceFiles } from "../../../support/Sources.ts"

const licenseFile = (description: string) => ({
  _tag: "File" as const,
  path: "licenses/EDU.yaml",
  bytes: Buffer.from(smallSources["licenses/EDU.yaml"].replace("For classrooms.", description))
})

const remember = (folder: string, description = "For classrooms", code?: string) => {
  const cache = makeSourceCache(folder, code === undefined ? undefined : () => digestCode(code, ["checks"]))
  const content = cache.read(licenseFile(description))
  cache.save()
  return Result.getOrThrow(content)
}

const entriesIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(join(folder, "sources"))).filter((name) => name !== "pruned")

describe("SourceCache", () => {
  it("stores the content of a file in a subfolder and ignores an altered entry", async ({ expect }) => {
    const folder = await temporaryFolder()
    const content = remember(folder)
    expect(await readdir(folder)).toEqual(["sources"])
    const [entry = ""] = await entriesIn(folder)
    const file = join(folder, "sources", entry)
    const stored = JSON.stringify({ kind: "license", content: "remembered" })
    writeEntry(file, [stored])
    expect(remember(folder)).toEqual(JSON.parse(stored))
    for (const alter of [
      (text: string) => text.replace("remembered", "misremembered"),
      (text: string) => text.replace("remembered", "forgotten!"),
      (text: string) => text.slice(0, -1),
      (text: string) => text.slice(0, 40),
      () => ""
    ]) {
      writeEntry(file, [stored])
      await writeFile(file, alter(await readFile(file, "utf8")))
      expect(remember(folder)).toEqual(content)
    }
  })

  it("ignores a folder that is a link or that others can write to, and stores nothing there", async ({ expect }) => {
    const folder = await temporaryFolder()
    const sources = join(folder, "sources")
    const content = remember(folder)
    const [entry = ""] = await entriesIn(folder)
    writeEntry(join(sources, entry), [JSON.stringify({ kind: "license", content: "remembered" })])
    const isIgnored = async () => {
      expect(remember(folder)).toEqual(content)
      remember(folder, "For all")
      expect(await entriesIn(folder)).toEqual([entry])
    }
    for (const mode of [0o720, 0o702]) {
      await chmod(sources, mode)
      await isIgnored()
    }
    await chmod(sources, 0o700)
    await rename(sources, join(folder, "elsewhere"))
    await symlink("elsewhere", sources)
    await isIgnored()
    await rm(sources)
    await rename(join(folder, "elsewhere"), sources)
    expect(remember(folder)).toMatchObject({ content: "remembered" })
    if (process.getuid?.() !== 0) return
    await chown(sources, 65534, 65534)
    await isIgnored()
  })

  it("reads only files that have changed, and keeps the order of their keys", async ({ expect }) => {
    const folder = await temporaryFolder()
    const edited = smallSources["dimensions/use_type.yaml"].replace("Teaching", "Teaching, learning")
    const filesRead = (sources: SourceFiles) => {
      const read: Array<string> = []
      const cache = makeSourceCache(
        folder,
        () => "code",
        (entry) => {
          read.push(entry.path)
          return readSource(entry)
        }
      )
      const contents = Object.entries(sources).map(([path, text]) => {
        const entry = { _tag: "File" as const, path, bytes: Buffer.from(text) }
        const content = Result.getOrThrow(cache.read(entry))
        expect(JSON.stringify(content)).toBe(JSON.stringify(Result.getOrThrow(readSource(entry))))
        return content
      })
      cache.save()
      const lists = contents.flatMap(({ content, kind }) => (kind === "dimension" ? [content.values] : []))
      expect([...cache.values.values()]).toEqual(lists)
      return read
    }
    expect(filesRead(smallSources)).toEqual(Object.keys(smallSources))
    expect(filesRead(smallSources)).toEqual([])
    expect(filesRead({ ...smallSources, "dimensions/use_type.yaml": edited })).toEqual(["dimensions/use_type.yaml"])
    expect(filesRead({ ...smallSources, "dimensions/use_type.yaml": edited })).toEqual([])
  })

  it("gives checks what they find without it", async ({ expect }) => {
    const folder = await temporaryFolder()
    const dimension = `${smallSources["dimensions/use_type.yaml"]}  - code: news
    label: editorial
    description: News.
  - code: Scientific-Use
    label: Scientific use
    description: Research ,
    translations:
      French: { label: Scientifique }
    deprecated: { reason: Unused, replaced_by: [scholarly] }
`
    const tree = Object.entries({ ...smallSources, "dimensions/use_type.yaml": dimension }).map(([path, text]) => ({
      _tag: "File" as const,
      path,
      bytes: Buffer.from(text)
    }))
    const findings = (read?: ReadSource) => {
      const now = "2026-02-10T00:00:00Z"
      const context = { published_at: Timestamp.make(now), now: Timestamp.make(now), source_commit: "working-tree" }
      return Result.getOrThrow(decideFromSources(tree, context, read))(emptyHistory).findings
    }
    const expected = findings()
    expect(expected.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["source/suspicious-text", "source/duplicate-label", "reference/unknown-value"])
    )
    for (const _ of ["empty", "full"]) {
      const cache = makeSourceCache(folder, () => "code")
      expect(findings(cache.read)).toEqual(expected)
      cache.save()
    }
  })

  it("removes its own old entries and nothing else", async ({ expect }) => {
    const folder = await temporaryFolder()
    const old = "a".repeat(64)
    const others = ["notes.txt", join("sources", "notes.txt"), join("sources", `${old}.txt`)]
    const own = [join("sources", old), join("sources", `${old}.4711`)]
    await mkdir(join(folder, "sources"), { mode: 0o700 })
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

  it("ignores entries that other code wrote, and stores none if the code is unknown", async ({ expect }) => {
    const folder = await temporaryFolder()
    const code = join(folder, "code")
    await mkdir(join(code, "checks"), { recursive: true })
    const entries = async () => (await entriesIn(join(folder, "cache"))).length
    for (const [index, text] of ["one way", "another way"].entries()) {
      await writeFile(join(code, "checks", "Check.ts"), text)
      remember(join(folder, "cache"), "For classrooms", code)
      expect(await entries()).toBe(index + 1)
    }
    await rename(join(code, "checks", "Check.ts"), join(code, "checks", "Other.ts"))
    remember(join(folder, "cache"), "For classrooms", code)
    expect(await entries()).toBe(3)
    await rename(code, join(folder, "moved"))
    remember(join(folder, "cache"), "For classrooms", join(folder, "moved"))
    expect(await entries()).toBe(3)
    await mkdir(join(folder, "empty", "checks"), { recursive: true })
    remember(join(folder, "cache"), "For all", join(folder, "none"))
    remember(join(folder, "cache"), "For all", join(folder, "empty"))
    expect(await entries()).toBe(3)
  })

  it("lies in the folder that the environment names, and nowhere without a home directory", async ({ expect }) => {
    const name = "taxonomy-licensing-data-service"
    const folderIn = (env: Record<string, string>) =>
      Effect.runPromise(
        Effect.provideService(findCacheFolder, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
      )
    expect(await folderIn({ TAXONOMY_CACHE: "/here", XDG_CACHE_HOME: "/there" })).toBe("/here")
    expect(await folderIn({ TAXONOMY_CACHE: "", XDG_CACHE_HOME: "/there" })).toBe(`/there/${name}`)
    const own = await folderIn({ TAXONOMY_CACHE: "", XDG_CACHE_HOME: "", HOME: "/home/someone" })
    expect(own).toMatch(new RegExp(`^/home/someone/.*${name}$`))
    expect(await folderIn({})).toBeUndefined()
    expect(Result.isSuccess(makeSourceCache(undefined).read(licenseFile("For classrooms")))).toBe(true)
  })
})
