import { glob, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { sha256 } from "../../src/platform/Sha256.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const entries = {
  taxonomy: "src/main.ts",
  "build-release": "src/build/build-release.ts",
  "run-commands": "test/support/fixtures/run-commands.ts",
  "publish-until-killed": "test/integration/pipeline/fixtures/publish-until-killed.ts"
}

/** Everything that the compiled programs depend on. */
const inputs = [
  "package.json",
  "package-lock.json",
  "src/**/*.ts",
  "test/support/**/*.ts",
  "test/integration/pipeline/fixtures/*.ts"
]

/** Shared by all workers and later runs. The path is stable, since Node caches compiled code by path. */
const cache = join(root, "node_modules/.cache/taxonomy-tests")

/** The file whose modification time says when a folder was last used. */
const mark = (folder: string) => join(folder, "used")

const compiledFolder = async (): Promise<string> => {
  const paths = (await Array.fromAsync(glob(inputs, { cwd: root }))).toSorted()
  const digests = await Promise.all(paths.map(async (path) => `${path} ${sha256(await readFile(join(root, path)))}`))
  const digest = sha256(digests.join("\n"))
  const folder = join(cache, digest)
  const exists = await writeFile(mark(folder), "").then(
    () => true,
    () => false
  )
  if (exists) return folder
  const staging = `${folder}.${process.pid}`
  await compileInto(staging, digest)
  // Another worker may have finished first.
  await rename(staging, folder).catch(() => rm(staging, { recursive: true }))
  await dropUnused(folder)
  return folder
}

const compileInto = async (folder: string, digest: string): Promise<void> => {
  const dir = join(folder, "build", "sources")
  await mkdir(dir, { recursive: true })
  await writeFile(mark(folder), "")
  await writeFile(join(folder, "package.json"), '{ "type": "module" }')
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: "node",
    logLevel: "silent",
    // Caches are keyed by the code that fills them.
    transform: { define: { BUNDLE_DIGEST: JSON.stringify(digest) } }
  })
  await build.write({ dir, format: "esm" })
  await build.close()
}

const day = 24 * 60 * 60 * 1000

/** Removes folders unused for a day. Another checkout may share the cache and run its tests right now. */
const dropUnused = async (own: string): Promise<void> => {
  const { mtimeMs: now } = await stat(mark(own))
  for (const name of await readdir(cache)) {
    const other = join(cache, name)
    const used = await stat(mark(other)).then(
      ({ mtimeMs }) => mtimeMs,
      () => now
    )
    if (now - used > day) await rm(other, { recursive: true, force: true })
  }
}

const folder = await compiledFolder()

const compiled = (name: keyof typeof entries): string => join(folder, "build", "sources", `${name}.js`)

/**
 * The bundled programs. A bundle starts in half the time, and the tests start hundreds of processes. `test/integration/cli/launch.test.ts` runs the sources as they are.
 */
export const programs = {
  taxonomy: compiled("taxonomy"),
  buildRelease: compiled("build-release"),
  runCommands: compiled("run-commands"),
  publishUntilKilled: compiled("publish-until-killed")
} as const

/** Writes the commands of a project to its `bin/`. */
export const writeCommands = async (project: string): Promise<void> => {
  const bin = join(project, "bin")
  await mkdir(bin, { recursive: true })
  for (const name of ["taxonomy", "build-release"] as const) {
    await writeFile(join(bin, `${name}.js`), `await import(${JSON.stringify(compiled(name))})\n`)
  }
}

/** Shell functions that define the commands by their names; a script starts with them. */
export const shellFunctions = (["taxonomy", "build-release"] as const)
  .map((name) => `${name}() { '${process.execPath}' '${compiled(name)}' "$@"; }\n`)
  .join("")
