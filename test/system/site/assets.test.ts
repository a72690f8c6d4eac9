// @effect-diagnostics preferSchemaOverJson:off
import { cp, mkdir, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Script } from "node:vm"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { makeExplorer } from "../../../scripts/bundle/Explorer.ts"
import { loadExplorerAssetsOf } from "../../../src/site/ExplorerAssets.ts"
import { runNode } from "../../support/CommandLine.ts"
import { temporaryFolder, writeFiles } from "../../support/Repository.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const bundled = makeExplorer(root)

const load = (folder: string) => Effect.runPromise(Effect.result(loadExplorerAssetsOf(folder)))

/** An installed program with a bundle: without sources, unless a test adds them. */
const install = async () => {
  const folder = await temporaryFolder()
  const files = await bundled
  await writeFiles(join(folder, "dist/explorer"), Object.fromEntries(files))
  return folder
}

/** The name of the script that a process loads, which finds the packages of this folder only; or why it loads none. */
const scriptOf = async (folder: string) => {
  const module = new URL("../../../src/site/ExplorerAssets.ts", import.meta.url).href
  const program = `
    import * as Effect from "effect/Effect"
    import { loadExplorerAssetsOf } from ${JSON.stringify(module)}
    const loaded = loadExplorerAssetsOf(${JSON.stringify(folder)})
    process.stdout.write(await Effect.runPromise(Effect.match(loaded, {
      onSuccess: ({ script }) => script.name,
      onFailure: ({ message }) => message
    })))`
  const { code, stderr, stdout } = await runNode(["--input-type=module", "--eval", program], { cwd: root })
  if (code !== 0) throw new Error(stderr)
  return stdout
}

describe("the bundle of the Explorer", () => {
  it("has at most 80 kB, compressed, without the script of term sheets", async ({ expect }) => {
    const files = await bundled
    const sent = [...files].filter(([name]) => /^explorer-\w+\.(?:js|css)$/.test(name))
    expect(sent).toHaveLength(2)
    const bytes = sent.map(([, text]) => gzipSync(text, { level: 6 }).length)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(80_000)
  })

  it("is a classic script, which also runs from a file, and names no other host", async ({ expect }) => {
    const files = await bundled
    for (const [name, text] of files) {
      if (name.endsWith(".js")) expect(() => new Script(text)).not.toThrow()
      if (name.endsWith(".md")) continue
      const hosts = [...text.matchAll(/https?:\/\/[^/"'`\s)]+/g)].map(([host]) => host)
      // The namespaces of SVG and MathML, and those of files for Word, are names. Nobody reads them.
      const names = new Set(["http://www.w3.org", "http://schemas.openxmlformats.org", "http://purl.org"])
      expect(hosts.filter((host) => !names.has(host))).toEqual([])
    }
  })

  it("contains the licenses of the packages in it", async ({ expect }) => {
    expect((await bundled).get("THIRD-PARTY-NOTICES.md")).toMatch(/## preact \d/)
  })

  it("has the same bytes and names if the sources are the same", async ({ expect }) => {
    expect(await makeExplorer(root)).toEqual(await bundled)
  })
})

describe("loadExplorerAssetsOf", () => {
  it("loads the bundle of an installed program", async ({ expect }) => {
    const files = await bundled
    const assets = await load(await install())
    expect(assets).toMatchObject({ _tag: "Success" })
    const { script, style, terms } = await Effect.runPromise(loadExplorerAssetsOf(await install()))
    const texts = [script.text, style.text, terms.text]
    expect([script, style, terms].map(({ name }) => files.get(name))).toEqual(texts)
  })

  it("rejects a bundle that was altered or has lost a file, and names the folder", async ({ expect }) => {
    for (const end of [".js", ".css", ".md"]) {
      const folder = await install()
      const name = (await readdir(join(folder, "dist/explorer"))).find((file) => file.endsWith(end)) ?? ""
      await rm(join(folder, "dist/explorer", name))
      const missing = await load(folder)
      expect(missing).toMatchObject({ _tag: "Failure", failure: { _tag: "ExplorerUnavailable" } })
      expect(JSON.stringify(missing)).toContain(join(folder, "dist/explorer"))
      if (end === ".md") continue
      await writeFile(join(folder, "dist/explorer", name), "altered")
      expect(await load(folder)).toMatchObject({ _tag: "Failure" })
    }
  })

  it("uses a fresh bundle in a checkout, and bundles again what has changed", async ({ expect }) => {
    const folder = await install()
    const explorer = join(folder, "src/explorer")
    await mkdir(join(explorer, "terms"), { recursive: true })
    await writeFile(join(explorer, "terms/Writer.ts"), "globalThis.terms = true\n")
    const source = 'import "./own.css"\nglobalThis.name = "fresh"\n'
    await writeFile(join(explorer, "main.tsx"), source)
    await writeFile(join(explorer, "own.css"), ".own { color: red }\n")
    await cp(join(root, "scripts"), join(folder, "scripts"), { recursive: true })
    for (const part of ["domain", "platform"]) {
      await cp(join(root, "src", part), join(folder, "src", part), { recursive: true })
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')

    const inFuture = 4_000_000_000
    await utimes(join(folder, "dist/explorer"), inFuture, inFuture)
    const files = await bundled
    const usual = [...files].find(([name]) => /^explorer-\w+\.js$/.test(name))?.[0]
    expect(await scriptOf(folder)).toBe(usual)
    await writeFile(join(explorer, "main.tsx"), source.replace("fresh", "new"))
    await utimes(join(folder, "dist/explorer"), 0, 0)

    // Without the bundler, a bundle of other sources is all there is.
    expect(await scriptOf(folder)).toBe(usual)
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    expect(await scriptOf(folder)).not.toBe(usual)

    await rm(join(folder, "dist"), { recursive: true })
    const again = await Effect.runPromise(loadExplorerAssetsOf(folder))
    expect(again.script.text).toMatch(/globalThis\.name=[`"']new[`"']/)
    expect(again.style.text).toBe(".own{color:red}")
    await rm(join(folder, "node_modules"))
    expect(await scriptOf(folder)).toContain("Run npm ci without --omit=dev.")
  })
})
