import { mkdir, readdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { findCacheFolder, makeSourceCache } from "../../../../src/build/sources/SourceCache.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { temporaryFolder } from "../../../support/Repository.ts"
import { smallSources } from "../../../support/Sources.ts"

const licenseFile = (description: string) => ({
  _tag: "File" as const,
  path: "licenses/EDU.yaml",
  bytes: Buffer.from(smallSources["licenses/EDU.yaml"].replace("For classrooms.", description))
})

const remember = (folder: string, description = "For classrooms", codeFolders?: ReadonlyArray<string>) => {
  const cache = makeSourceCache(folder, codeFolders)
  const content = cache.read(licenseFile(description))
  cache.save()
  return Result.getOrThrow(content)
}

describe("SourceCache", () => {
  it("stores the content of a file in a subfolder and ignores an altered entry", async ({ expect }) => {
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

  it("removes its own old entries and nothing else", async ({ expect }) => {
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

  it("ignores entries that other code wrote, and stores none if the code is unknown", async ({ expect }) => {
    const folder = await temporaryFolder()
    const code = join(folder, "code")
    await mkdir(join(code, "checks"), { recursive: true })
    const entries = async () => (await readdir(join(folder, "cache", "sources"))).length
    for (const [index, text] of ["one way", "another way"].entries()) {
      await writeFile(join(code, "checks", "Check.ts"), text)
      remember(join(folder, "cache"), "For classrooms", [code])
      expect(await entries()).toBe(index + 1)
    }
    await mkdir(join(folder, "compiled"))
    remember(join(folder, "cache"), "For all", [join(folder, "none")])
    remember(join(folder, "cache"), "For all", [join(folder, "compiled")])
    expect(await entries()).toBe(2)
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
