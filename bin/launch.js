/**
 * Runs a program of this project: its bundle, or its sources if one of them is newer. Node runs both from version 24 on; an
 * older Node starts the one that npm ci installs. Plain JavaScript, because any Node must be able to read it.
 *
 * @param {"taxonomy" | "build-release"} name
 * @param {string} source
 */
export const launch = async (name, source) => {
  if (process.pid === 1) endOnSignals()
  if (Number.parseInt(process.versions.node, 10) < minNodeMajor) {
    const { runWithProjectNode } = await import("./project-node.js")
    return runWithProjectNode(new URL(`${name}.js`, import.meta.url), minNodeMajor)
  }
  const { TAXONOMY_LAUNCHER: launcher } = process.env
  if (launcher !== undefined) {
    // Programs that this one starts have another parent.
    Reflect.deleteProperty(process.env, "TAXONOMY_LAUNCHER")
    const { endWithLauncher } = await import("./project-node.js")
    endWithLauncher(launcher)
  }
  const { createRequire, enableCompileCache } = process.getBuiltinModule("node:module")
  const { fileURLToPath } = process.getBuiltinModule("node:url")
  const root = fileURLToPath(new URL("..", import.meta.url))
  const bundle = `${root}dist/program`
  const program = `${bundle}/${name}.cjs`
  const hasBundle = process.getBuiltinModule("node:fs").existsSync(program)
  const { TAXONOMY_CODE: code = "" } = process.env
  if (!["", "bundle", "sources"].includes(code)) {
    return fail(`TAXONOMY_CODE must be bundle or sources, not ${code}.`, wrongUsage)
  }
  if (code === "bundle" && !hasBundle) {
    return fail("There is no bundle in dist/program. Run npm run bundle, or unset TAXONOMY_CODE.", couldNotRun)
  }
  // Before the program is loaded, so that all of it is cached. Without the cache, only the start is slower.
  enableCompileCache()
  if (code === "bundle" || (code === "" && hasBundle && isNewest(bundle, root))) {
    return void createRequire(import.meta.url)(program)
  }
  await import(new URL(`../${source}`, import.meta.url).href)
}

/**
 * True if no source is newer than the folder of a bundle. A package contains no sources.
 *
 * @param {string} bundle
 * @param {string} root
 */
export const isNewest = (bundle, root) => {
  // Node takes longer to import a module of its own than to return it.
  const { existsSync, readdirSync, statSync } = process.getBuiltinModule("node:fs")
  const { mtimeMs } = statSync(bundle)
  // An editor may leave a link to nothing beside the file that it has open.
  const isOlder = (/** @type {string} */ file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) <= mtimeMs
  /** @type {(folder: string) => boolean} */
  const areOlder = (folder) =>
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? areOlder(path) : isOlder(path)
    })
  const sources = `${root}/src`
  return !existsSync(sources) || areOlder(sources)
}

/**
 * Ends process 1 of a container on a signal until the program listens: Linux ignores signals for which process 1 has no
 * handler.
 */
const endOnSignals = () => {
  for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCode)
    })
  }
}

const minNodeMajor = 24

const wrongUsage = 2
const couldNotRun = 3

/**
 * @param {string} message
 * @param {number} exitCode
 */
const fail = (message, exitCode) => {
  process.stderr.write(`error: ${message}\n`)
  process.exitCode = exitCode
}
