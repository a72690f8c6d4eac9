import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
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

  it("is as old as the start of its making, so that a source that was saved meanwhile is newer", async ({ expect }) => {
    const folder = await privateBundle
    const made = await stat(join(folder, "taxonomy.cjs"))
    expect((await stat(folder)).mtimeMs).toBeLessThan(made.mtimeMs)
  })

  it("has chunks whose names change with their content, so that a program never loads those of another bundle", async ({
    expect
  }) => {
    const chunks = (await readdir(join(await installBundle(), "dist/program"))).filter(isJavaScript)
    const entries = ["build-release.cjs", "taxonomy.cjs"]
    expect(chunks).toEqual(expect.arrayContaining(entries))
    for (const chunk of chunks) if (!entries.includes(chunk)) expect(chunk).toMatch(/-[\w-]{8}\.cjs$/)
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
  await mkdir(join(folder, "src/cli"), { recursive: true })
  await mkdir(join(folder, "dist/program"), { recursive: true })
  await writeFile(join(folder, "src/main.ts"), 'process.stdout.write("sources")\n')
  await writeFile(join(folder, "src/cli/Other.ts"), "")
  await writeFile(join(folder, "dist/program/package.json"), "{}")
  await writeFile(join(folder, "dist/program/taxonomy.cjs"), 'process.stdout.write("bundle")\n')
  return folder
}

const runIn = async (folder: string, env = {}) =>
  (await runNode([join(folder, "bin/taxonomy.js")], { cwd: folder, env })).stdout

describe("the launcher", () => {
  it("runs the bundle unless a source is newer, whatever an editor leaves beside it", async ({ expect }) => {
    const folder = await installSample()
    const { mtimeMs } = await stat(join(folder, "dist/program"))
    await symlink("nothing", join(folder, "src/.#main.ts"))
    expect(await runIn(folder)).toBe("bundle")
    await utimes(join(folder, "src/cli/Other.ts"), 0, mtimeMs / 1000 + 1)
    expect(await runIn(folder)).toBe("sources")
  })

  it("runs the sources without a bundle, and the bundle of a package without sources", async ({ expect }) => {
    const folder = await installSample()
    await rename(join(folder, "dist"), join(folder, "kept"))
    expect(await runIn(folder)).toBe("sources")
    await rename(join(folder, "kept"), join(folder, "dist"))
    await rm(join(folder, "src"), { recursive: true })
    expect(await runIn(folder)).toBe("bundle")
  })

  it("runs what TAXONOMY_CODE names", async ({ expect }) => {
    const folder = await installSample()
    expect(await runIn(folder, { TAXONOMY_CODE: "sources" })).toBe("sources")
    await utimes(join(folder, "dist/program"), 0, 0)
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
