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
  const { isFresh, readState, runBundle } = await import("./bundle.js")
  const { fileURLToPath } = process.getBuiltinModule("node:url")
  const root = fileURLToPath(new URL("..", import.meta.url))
  const bundle = fileURLToPath(new URL("../dist/program", import.meta.url))
  const state = readState(bundle)
  const { TAXONOMY_CODE: code } = process.env
  if (code === "bundle" || (code !== "sources" && isFresh(bundle, root, state))) return runBundle(bundle, name, state)
  // Enabled before the first import, so that everything is cached. Without the cache, only the start is slower.
  process.getBuiltinModule("node:module").enableCompileCache()
  await import(new URL(`../${source}`, import.meta.url).href)
}

const minNodeMajor = 24
