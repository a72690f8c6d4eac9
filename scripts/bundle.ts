// Bundles the programs into dist/program/, or into the folder that is given: JavaScript in chunks that a command loads when
// it needs them. The application for browsers goes to the folder explorer/ beside it, the guides and the client of JavaScript
// to guides/. The same sources give the same bytes.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { guidesFile } from "../src/site/Guides.ts"
import { makeExplorer } from "./bundle/Explorer.ts"
import { inputOptions } from "./bundle/InputOptions.ts"
import { writeFolder } from "./bundle/WriteFolder.ts"
import { packagesOf, renderNotices } from "./ThirdPartyNotices.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const target = resolve(process.argv[2] ?? join(root, "dist", "program"))

const programs = { taxonomy: "src/main.ts", "build-release": "src/build/build-release.ts" }

const writePrograms = async (folder: string): Promise<void> => {
  const { rolldown } = await import("rolldown")
  const build = await rolldown(inputOptions(root, programs))
  const { output } = await build.write({
    dir: folder,
    // Node loads CommonJS faster than modules.
    format: "cjs",
    entryFileNames: "[name].cjs",
    // A program that runs while the bundle is replaced must not load a chunk of the new one.
    chunkFileNames: "[name]-[hash].cjs",
    comments: false
  })
  await build.close()
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n')
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.md"), renderNotices(packagesOf(modules)))
}

const writeExplorer = async (folder: string): Promise<void> => {
  for (const [name, text] of await makeExplorer(root)) writeFileSync(join(folder, name), text)
}

const writeGuides = async (folder: string): Promise<void> => {
  const { renderGuides } = await import("./bundle/Guides.ts")
  writeFileSync(join(folder, guidesFile), JSON.stringify(renderGuides(root)))
  execFileSync(process.execPath, [join(root, "scripts/pack-client.ts"), folder], {
    stdio: ["ignore", "pipe", "inherit"]
  })
}

const isInstalledPackage = (name: string): boolean => {
  try {
    return import.meta.resolve(name) !== ""
  } catch {
    return false
  }
}

if (!isInstalledPackage("rolldown")) {
  process.stderr.write("rolldown is missing. Run npm ci without --omit=dev.\n")
  process.exit(1)
}
await writeFolder(target, writePrograms)
await writeFolder(join(dirname(target), "explorer"), writeExplorer)
await writeFolder(join(dirname(target), "guides"), writeGuides)
