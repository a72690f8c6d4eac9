/**
 * Runs a program of this project: its bundle, or its sources if one of them has changed since. Node runs both from
 * version 24 on; an older Node starts the one that npm ci installs. Plain JavaScript, because any Node must be able to
 * read it.
 *
 * @param {"taxonomy" | "build-release"} name
 * @param {string} source
 */
export const launch = async (name, source) => {
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
  const { damagedBundle, hasBundle, isFresh, readState, runBundle } = await import("./bundle.js")
  const { fileURLToPath } = process.getBuiltinModule("node:url")
  const root = fileURLToPath(new URL("..", import.meta.url))
  const folder = fileURLToPath(new URL("../dist/program", import.meta.url))
  const { TAXONOMY_CODE: code = "" } = process.env
  if (!["", "bundle", "sources"].includes(code)) {
    return fail(`TAXONOMY_CODE must be bundle or sources, not ${code}.`, wrongUsage)
  }
  if (code === "bundle" && !hasBundle(folder, name)) {
    return fail("There is no bundle in dist/program. Run npm run bundle, or unset TAXONOMY_CODE.", couldNotRun)
  }
  const state = readState(folder)
  if (code === "bundle" || (code === "" && hasBundle(folder, name) && isFresh(root, state))) {
    try {
      return runBundle(folder, name, state)
    } catch (/** @type {any} */ error) {
      if (error?.code === damagedBundle) return fail(error.message, couldNotRun)
      throw error
    }
  }
  // Enabled before the first import, so that everything is cached. Without the cache, only the start is slower.
  process.getBuiltinModule("node:module").enableCompileCache()
  await import(new URL(`../${source}`, import.meta.url).href)
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
