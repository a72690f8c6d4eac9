import { execFile } from "node:child_process"
import { cp, glob, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import project from "../../package.json" with { type: "json" }
import { guideDocuments } from "../../scripts/bundle/Guides.ts"
import { inputOptions } from "../../scripts/bundle/InputOptions.ts"
import { sha256 } from "../../src/platform/Sha256.ts"
import { olderTarballs, otherFiles, tarballOf } from "./ClientTarballs.ts"

/**
 * Returns a folder as an installed package has it, with launchers and bundles, with the programs that only tests run in
 * `build/`, and a project with the packed client in `client/`. It is made if a file has changed since the last run of the
 * tests, and must not be changed.
 */
export const compilePrograms = async (): Promise<string> => {
  const digest = await digestInputs()
  const folder = join(cache, digest)
  const exists = await writeFile(mark(folder), "").then(
    () => true,
    () => false
  )
  if (exists) return folder
  const staging = `${folder}.${process.pid}`
  await Promise.all([installInto(staging), bundleInto(staging), compileFixtures(staging), installClient(staging)])
  await writeFile(mark(staging), "")
  // Another run of the tests may have finished first.
  await rename(staging, folder).catch(() => rm(staging, { recursive: true }))
  await dropUnused(folder)
  return folder
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Shared by later runs. */
const cache = join(root, "node_modules/.cache/taxonomy-tests")

/** The file whose modification time says when a folder was last used. */
const mark = (folder: string) => join(folder, "used")

const fixtures = {
  "run-commands": "test/support/fixtures/run-commands.ts",
  "publish-until-killed": "test/system/pipeline/fixtures/publish-until-killed.ts"
}

/** Everything that the programs depend on. */
const inputs = [
  "package.json",
  "package-lock.json",
  "bin/*.js",
  "src/**/*.{ts,tsx,css}",
  "src/client/README.md",
  ...guideDocuments,
  "scripts/**/*.ts",
  "tsconfig.json",
  "test/support/{ClientTarballs,CompiledPrograms}.ts",
  "test/support/fixtures/*.ts",
  "test/system/pipeline/fixtures/*.ts"
]

const digestInputs = async (): Promise<string> => {
  const paths = (await Array.fromAsync(glob(inputs, { cwd: root }))).toSorted()
  const digests = await Promise.all(paths.map(async (path) => `${path} ${sha256(await readFile(join(root, path)))}`))
  return sha256(digests.join("\n"))
}

const installInto = async (folder: string): Promise<void> => {
  await cp(join(root, "bin"), join(folder, "bin"), { recursive: true })
  await writeFile(join(folder, "package.json"), '{ "type": "module" }')
}

const bundleInto = (folder: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(root, "scripts/bundle.ts"), join(folder, "dist/program")])

const compileFixtures = async (folder: string): Promise<void> => {
  const dir = join(folder, "build")
  await mkdir(dir, { recursive: true })
  const build = await rolldown(inputOptions(root, fixtures))
  // In few files, as users get them: Node takes long to open hundreds.
  await build.write({ dir, format: "esm", comments: false })
  await build.close()
}

/** Packs the client among other files, and installs it into a project without a registry. */
const installClient = async (folder: string): Promise<void> => {
  const [client, packed] = [join(folder, "client"), join(folder, "packed")]
  await mkdir(packed, { recursive: true })
  for (const file of [...olderTarballs, ...otherFiles]) await writeFile(join(packed, file), "")
  await promisify(execFile)(process.execPath, [join(root, "scripts/pack-client.ts"), packed])
  await mkdir(client)
  await writeFile(join(client, "package.json"), '{"name":"reader","private":true,"type":"module"}')
  const args = ["install", "--offline", "--no-audit", "--no-fund", join(packed, tarballOf(project.version))]
  await promisify(execFile)("npm", args, { cwd: client })
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
