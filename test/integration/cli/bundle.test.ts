import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { bundleInto, installBundle, installLaunchers } from "../../support/BundledProgram.ts"
import { runNode } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const isJavaScript = (file: string) => file.endsWith(".cjs")

describe("the bundle", () => {
  it("has the same bytes if the sources are the same", async ({ expect }) => {
    const contentOf = async () => {
      const folder = await temporaryFolder()
      bundleInto(join(folder, "program"))
      const names = (await readdir(join(folder, "program"))).filter(
        (file) => isJavaScript(file) || file.endsWith(".md")
      )
      return Promise.all(names.map(async (name) => [name, await readFile(join(folder, "program", name), "utf8")]))
    }
    const [first, second] = [await contentOf(), await contentOf()]
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
    const code = await readFile(join(program, "core.cjs.code"))
    await writeFile(
      join(program, "core.cjs.code"),
      code.map((byte, index) => (index > 1000 && index % 997 === 0 ? byte ^ 0x55 : byte))
    )
    expect(await explain()).toEqual(usual)
    await truncate(join(program, "core.cjs.code"), 1000)
    expect(await explain()).toEqual(usual)
    await rm(join(program, "taxonomy.cjs.code"))
    expect(await explain()).toEqual(usual)
    await rm(join(program, "state.json"))
    expect(await explain()).toEqual(usual)
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
  await writeFile(
    join(folder, "dist/program/state.json"),
    JSON.stringify({ inputs: [["src/main.ts", size, mtimeMs]], compiled: {} })
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
    await utimes(join(folder, "src/main.ts"), 1, 1)
    expect(await runIn(folder)).toBe("sources")
  })

  it("runs the sources if one that the bundle was made of is missing, or if there is no bundle", async ({ expect }) => {
    const folder = await installSample()
    const state = join(folder, "dist/program/state.json")
    await writeFile(state, JSON.stringify({ inputs: [["src/Gone.ts", 1, 1]], compiled: {} }))
    expect(await runIn(folder)).toBe("sources")
    await writeFile(state, "")
    expect(await runIn(folder)).toBe("sources")
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
    await utimes(join(folder, "src/main.ts"), 1, 1)
    expect(await runIn(folder, { TAXONOMY_CODE: "bundle" })).toBe("bundle")
  })
})
