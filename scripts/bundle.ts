// Bundles the programs into dist/program/, or into the folder that is given: JavaScript in few files, with the parts
// that few commands need apart, and the code that V8 compiled of it. The application for browsers goes to the folder
// explorer/ beside it. The same sources give the same JavaScript.
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { codeSuffix, digestOf, stateFile, type State } from "../bin/bundle.js"
import { chunkGroups } from "./bundle/Chunks.ts"
import { makeExplorer } from "./bundle/Explorer.ts"
import { inputOptions } from "./bundle/InputOptions.ts"
import { stampInputs } from "./bundle/InputStamps.ts"
import { keepChunks } from "./bundle/KeepChunks.ts"
import { writeFolder } from "./bundle/WriteFolder.ts"
import { packagesOf, renderNotices } from "./ThirdPartyNotices.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const target = resolve(process.argv[2] ?? join(root, "dist", "program"))

const programs = { taxonomy: "src/main.ts", "build-release": "src/build/build-release.ts" }

const makeChunks = async () => {
  const { rolldown } = await import("rolldown")
  const build = await rolldown(inputOptions(root, programs))
  // CommonJS, because V8 takes compiled code for scripts only.
  const { output } = await build.generate({
    format: "cjs",
    entryFileNames: "[name].cjs",
    // A program that runs while the bundle is replaced must not load a chunk of the new one.
    chunkFileNames: "[name]-[hash].cjs",
    comments: false,
    codeSplitting: { groups: [chunkGroups(root)] }
  })
  const inputs = (await build.watchFiles).map((file) => relative(root, file)).filter((file) => !isInstalled(file))
  await build.close()
  const chunks = output.flatMap((file) => (file.type === "chunk" ? [file] : []))
  return {
    chunks: new Map(chunks.map(({ code, fileName }) => [fileName, toAscii(code)])),
    packages: packagesOf(chunks.flatMap(({ moduleIds }) => moduleIds)),
    inputs: [...new Set([...inputs, "package.json", "package-lock.json"])].toSorted()
  }
}

const isInstalledPackage = (name: string): boolean => {
  try {
    return import.meta.resolve(name) !== ""
  } catch {
    return false
  }
}

const isInstalled = (file: string): boolean => file.split("/").includes("node_modules")

/** Escapes what is not ASCII. Valid in strings, templates and regular expressions, where all of it is. */
const toAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const writeBundle = async (folder: string): Promise<void> => {
  const startedAt = performance.timeOrigin + performance.now()
  const { chunks, inputs, packages } = await makeChunks()
  for (const [name, code] of chunks) writeFileSync(join(folder, name), code)
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n')
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.md"), renderNotices(packages))
  const state: State = { inputs: stampInputs(root, inputs, startedAt), compiled: compile(folder) }
  writeFileSync(join(folder, stateFile), JSON.stringify(state))
}

const writeExplorer = async (folder: string): Promise<void> => {
  const startedAt = performance.timeOrigin + performance.now()
  const { files, inputs } = await makeExplorer(root)
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  const state: State = { inputs: stampInputs(root, inputs, startedAt), compiled: {} }
  writeFileSync(join(folder, stateFile), JSON.stringify(state))
}

/** Stores the code that V8 compiles of the chunks. Returns the digests of the files by the names of the chunks. */
const compile = (folder: string): State["compiled"] => {
  execFileSync(process.execPath, [join(root, "scripts/bundle/compile.ts"), folder], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"]
  })
  const files = readdirSync(folder).filter((file) => file.endsWith(codeSuffix))
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -codeSuffix.length), digestOf(readFileSync(join(folder, file)))])
  )
}

if (!isInstalledPackage("rolldown")) {
  process.stderr.write("rolldown is missing. Run npm ci without --omit=dev.\n")
  process.exit(1)
}
await writeFolder(target, writeBundle, (staging) => keepChunks(target, staging))
await writeFolder(join(dirname(target), "explorer"), writeExplorer)
