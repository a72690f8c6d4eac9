import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { digestOf, makeChunkLoader } from "../../../bin/bundle.js"
import { keepChunks } from "../../../scripts/bundle/KeepChunks.ts"
import { LazySegmenter } from "../../../scripts/bundle/LazySegmenter.ts"
import { installBundle, installLaunchers, sharedBundle } from "../../support/BundledProgram.ts"
import { runNode, shell } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const isJavaScript = (file: string) => file.endsWith(".cjs")

/** Another bundle, by a maker who keeps new files private. */
const makePrivateBundle = async (): Promise<string> => {
  const folder = join(await temporaryFolder(), "dist/program")
  const made = await shell(`umask 077; '${process.execPath}' scripts/bundle.ts '${folder}'`, { cwd: root })
  if (made.code !== 0) throw new Error(made.stderr)
  return folder
}

const privateBundle = makePrivateBundle()

describe("the bundle", () => {
  it("has the same bytes if the sources are the same", async ({ expect }) => {
    const contentOf = async (folder: string) => {
      const names = (await readdir(folder)).filter((file) => isJavaScript(file) || file.endsWith(".md"))
      return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")]))
    }
    const [first, second] = [await contentOf(sharedBundle), await contentOf(await privateBundle)]
    expect(first.length).toBeGreaterThan(20)
    expect(second).toEqual(first)
  })

  it("runs without compiled code, and with compiled code that was altered or cut off", async ({ expect }) => {
    const folder = await installBundle()
    const explain = async () =>
      runNode([join(folder, "bin/taxonomy.js"), "explain", "source/syntax"], { cwd: folder, env: {} })
    const usual = await explain()
    expect(usual.code).toBe(0)
    expect(usual.stdout).toContain("source/syntax")
    const program = join(folder, "dist/program")
    const core = join(program, (await readdir(program)).find((file) => /^core-.*\.code$/.test(file)) ?? "")
    const code = await readFile(core)
    await writeFile(
      core,
      code.map((byte, index) => (index > 1000 && index % 997 === 0 ? byte ^ 0x55 : byte))
    )
    expect(await explain()).toEqual(usual)
    await truncate(core, 1000)
    expect(await explain()).toEqual(usual)
    await rm(join(program, "taxonomy.cjs.code"))
    expect(await explain()).toEqual(usual)
    await rm(join(program, "state.json"))
    expect(await explain()).toEqual(usual)
  })

  it("names the chunk that is damaged or missing, whether the program starts or runs", async ({ expect }) => {
    const folder = await installBundle()
    const program = join(folder, "dist/program")
    const chunks = await readdir(program)
    const check = async () => runNode([join(folder, "bin/taxonomy.js"), "check"], { cwd: folder, env: {} })
    for (const name of [/^check-.*\.cjs$/, /^core-.*\.cjs$/, /^taxonomy\.cjs$/]) {
      const chunk = join(program, chunks.find((file) => name.test(file)) ?? "")
      const failure = { code: 3, stdout: "", stderr: `error: ${chunk} is damaged or missing. Run npm run bundle.\n` }
      await writeFile(chunk, "const cutOff = () => {")
      expect(await check()).toEqual(failure)
      if (chunk.endsWith("taxonomy.cjs")) continue
      await rm(chunk)
      expect(await check()).toEqual(failure)
    }
  })

  it("runs a chunk again that failed, instead of what is left of it", async ({ expect }) => {
    const folder = await temporaryFolder()
    const chunk = (count: string) =>
      `exports.begun = true; if (!(${count})) throw new Error("failed"); exports.ran = true`
    await writeFile(join(folder, "a.cjs"), chunk("globalThis.chunkRuns = (globalThis.chunkRuns ?? -1) + 1"))
    const { load } = makeChunkLoader(folder, { compiled: {} })
    expect(() => load("a.cjs")).toThrow("failed")
    expect(load("a.cjs")).toEqual({ begun: true, ran: true })
  })

  it("has chunks whose names change with their content, so that a program never loads those of another bundle", async ({
    expect
  }) => {
    const chunks = (await readdir(join(await installBundle(), "dist/program"))).filter(isJavaScript)
    const entries = ["build-release.cjs", "taxonomy.cjs"]
    expect(chunks).toEqual(expect.arrayContaining(entries))
    for (const chunk of chunks) if (!entries.includes(chunk)) expect(chunk).toMatch(/-[\w-]{8}\.cjs$/)
  })

  it("keeps the chunks of the bundle before it, which a server may still run, and no older ones", async ({
    expect
  }) => {
    const folder = await temporaryFolder()
    const makeFolder = async (name: string, chunks: ReadonlyArray<string>) => {
      await mkdir(join(folder, name))
      for (const chunk of chunks) await writeFile(join(folder, name, chunk), name)
      const compiled = Object.fromEntries(chunks.map((chunk) => [chunk, ""]))
      await writeFile(join(folder, name, "state.json"), JSON.stringify({ inputs: [], compiled }))
      return join(folder, name)
    }
    const first = await makeFolder("first", ["check-1.cjs", "core-1.cjs"])
    const second = await makeFolder("second", ["check-2.cjs", "core-1.cjs"])
    const third = await makeFolder("third", ["check-2.cjs", "core-3.cjs"])
    keepChunks(first, second)
    keepChunks(second, third)
    expect((await readdir(second)).sort()).toEqual(["check-1.cjs", "check-2.cjs", "core-1.cjs", "state.json"])
    expect(await readFile(join(second, "core-1.cjs"), "utf8")).toBe("second")
    expect((await readdir(third)).sort()).toEqual(["check-2.cjs", "core-1.cjs", "core-3.cjs", "state.json"])
  })

  it("contains a segmenter that answers like that of Intl", ({ expect }) => {
    const parameters = ["de", { granularity: "word" }] as const
    const [own, standard] = [new LazySegmenter(...parameters), new Intl.Segmenter(...parameters)]
    expect([...own.segment("Zwei W\u00f6rter")]).toEqual([...standard.segment("Zwei W\u00f6rter")])
    expect(own.resolvedOptions()).toEqual(standard.resolvedOptions())
    expect(LazySegmenter.supportedLocalesOf(["de", "tlh"])).toEqual(Intl.Segmenter.supportedLocalesOf(["de", "tlh"]))
  })

  it("can be run by every user, even if its maker keeps new files private", async ({ expect }) => {
    const folder = await privateBundle
    for (const path of [join(folder, ".."), folder]) expect((await stat(path)).mode & 0o777).toBe(0o755)
    for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o644)
  })

  it("is replaced as a whole if several are made at once", async ({ expect }) => {
    const folder = await temporaryFolder()
    const target = join(folder, "program")
    const replaceOften = `
      import { mkdirSync, writeFileSync } from "node:fs"
      import { replaceFolder } from ${JSON.stringify(join(root, "src/platform/ReplaceFolder.ts"))}
      for (let time = 0; time < 200; time += 1) {
        const staging = ${JSON.stringify(target)} + "." + process.pid
        mkdirSync(staging)
        for (const part of ["a", "b"]) writeFileSync(staging + "/" + part, process.pid + " " + time)
        replaceFolder(${JSON.stringify(target)}, staging)
      }`
    const makers = Array.from({ length: 4 }, async () =>
      runNode(["--input-type=module", "--eval", replaceOften], { cwd: folder })
    )
    for (const ran of await Promise.all(makers)) expect(ran).toEqual({ code: 0, stdout: "", stderr: "" })
    expect(await readdir(folder)).toEqual(["program"])
    const [a, b] = await Promise.all(["a", "b"].map(async (part) => readFile(join(target, part), "utf8")))
    expect(a).toMatch(/^\d+ 199$/)
    expect(b).toBe(a)
  })
})

/** A bundle that only says that it runs, made of one source. */
const installSample = async (): Promise<string> => {
  const folder = await installLaunchers()
  await mkdir(join(folder, "src"))
  await mkdir(join(folder, "dist/program"), { recursive: true })
  await writeFile(join(folder, "src/main.ts"), 'process.stdout.write("sources")\n')
  await writeFile(join(folder, "dist/program/package.json"), "{}")
  await writeFile(join(folder, "dist/program/taxonomy.cjs"), 'process.stdout.write("bundle")\n')
  const { mtimeMs, size } = await stat(join(folder, "src/main.ts"))
  const digest = digestOf(await readFile(join(folder, "src/main.ts")))
  await writeFile(
    join(folder, "dist/program/state.json"),
    JSON.stringify({ inputs: [["src/main.ts", size, mtimeMs, digest]], compiled: {} })
  )
  return folder
}

const runIn = async (folder: string, env = {}) =>
  (await runNode([join(folder, "bin/taxonomy.js")], { cwd: folder, env })).stdout

describe("the launcher", () => {
  it("runs the bundle until one of its sources changes", async ({ expect }) => {
    const folder = await installSample()
    expect(await runIn(folder)).toBe("bundle")
    await writeFile(join(folder, "src/Other.ts"), "")
    expect(await runIn(folder)).toBe("bundle")
    await writeFile(join(folder, "src/main.ts"), 'process.stdout.write("edited source")\n')
    expect(await runIn(folder)).toBe("edited source")
  })

  it("runs the bundle if a source has only another time, and the sources if it has other content of the same size", async ({
    expect
  }) => {
    const folder = await installSample()
    await utimes(join(folder, "src/main.ts"), 1, 1)
    expect(await runIn(folder)).toBe("bundle")
    await writeFile(join(folder, "src/main.ts"), 'process.stdout.write("Sources")\n')
    expect(await runIn(folder)).toBe("Sources")
  })

  it("runs the sources if one that the bundle was made of is missing, or if there is no bundle", async ({ expect }) => {
    const folder = await installSample()
    const state = join(folder, "dist/program/state.json")
    await writeFile(state, JSON.stringify({ inputs: [["src/Gone.ts", 1, 1, ""]], compiled: {} }))
    expect(await runIn(folder)).toBe("sources")
    for (const text of ["", "null", "[]", '{ "inputs": [] }', '{ "inputs": [1], "compiled": {} }']) {
      await writeFile(state, text)
      expect(await runIn(folder)).toBe("sources")
    }
    await rm(join(folder, "dist"), { recursive: true })
    expect(await runIn(folder)).toBe("sources")
  })

  it("runs the bundle of a package without sources", async ({ expect }) => {
    const folder = await installSample()
    await rm(join(folder, "src"), { recursive: true })
    await rm(join(folder, "dist/program/state.json"))
    expect(await runIn(folder)).toBe("bundle")
  })

  it("runs what TAXONOMY_CODE names", async ({ expect }) => {
    const folder = await installSample()
    expect(await runIn(folder, { TAXONOMY_CODE: "sources" })).toBe("sources")
    await writeFile(join(folder, "src/main.ts"), "")
    expect(await runIn(folder, { TAXONOMY_CODE: "bundle" })).toBe("bundle")
  })

  it("says what TAXONOMY_CODE can name, and that there is no bundle", async ({ expect }) => {
    const folder = await installSample()
    const launch = async (code: string) =>
      runNode([join(folder, "bin/taxonomy.js")], { cwd: folder, env: { TAXONOMY_CODE: code } })
    expect(await launch("bundel")).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: TAXONOMY_CODE must be bundle or sources, not bundel.\n"
    })
    await rm(join(folder, "dist"), { recursive: true })
    expect(await launch("bundle")).toEqual({
      code: 3,
      stdout: "",
      stderr: "error: There is no bundle in dist/program. Run npm run bundle, or unset TAXONOMY_CODE.\n"
    })
  })
})
