// Node takes longer to import a module of its own than to return it.
const { hash } = process.getBuiltinModule("node:crypto")
const { readFileSync, statSync } = process.getBuiltinModule("node:fs")
const { createRequire, enableCompileCache } = process.getBuiltinModule("node:module")
const path = process.getBuiltinModule("node:path")
const { constants, Script } = process.getBuiltinModule("node:vm")

/**
 * Runs a bundled program with the compiled code that is stored beside it. Another version of Node rejects that code; then
 * Node's own cache of compiled code serves, which starts slower.
 *
 * @param {string} folder
 * @param {string} name
 * @param {State} state
 */
export const runBundle = (folder, name, state) => {
  const main = `${name}.cjs`
  const { accepts, load } = makeChunkLoader(folder, state)
  if (accepts(main)) return void load(main)
  enableCompileCache()
  createRequire(path.join(folder, main))(`./${main}`)
}

/**
 * True if no file that the bundle was made of has changed since. A file that has only another time, as in a copy, is read
 * and compared by its digest. A new file does not count until another imports it. A bundle without sources, as in a
 * package, is fresh.
 *
 * @param {string} root
 * @param {State} state
 */
export const isFresh = (root, { inputs }) => {
  if (!exists(path.join(root, "src"))) return true
  const options = { throwIfNoEntry: false }
  const isUnchanged = (/** @type {State["inputs"][number]} */ [path, size, mtimeMs, digest]) => {
    // Joining hundreds of paths takes longer than looking at the files.
    const file = `${root}/${path}`
    const stats = statSync(file, options)
    return stats?.size === size && (stats.mtimeMs === mtimeMs || digestOf(readFileSync(file)) === digest)
  }
  return inputs.length > 0 && inputs.every(isUnchanged)
}

/**
 * Loads chunks, each once. Keeps their scripts, from which compiled code is made.
 *
 * @param {string} folder
 * @param {Pick<State, "compiled">} state
 * @param {Map<string, import("node:vm").Script>} scripts
 */
export const makeChunkLoader = (folder, { compiled }, scripts = new Map()) => {
  const requireOther = createRequire(path.join(folder, stateFile))
  /** @type {Map<string, { exports: object }>} */
  const modules = new Map()

  const scriptOf = (/** @type {string} */ name) => {
    const known = scripts.get(name)
    if (known !== undefined) return known
    const filename = path.join(folder, name)
    const script = compileChunk(filename, readCode(filename, compiled[name]))
    scripts.set(name, script)
    return script
  }

  const load = (/** @type {string} */ name) => {
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    const run = scriptOf(name).runInThisContext()
    // Before it runs, because chunks can import each other.
    modules.set(name, module)
    try {
      run(module.exports, requireFrom, module, path.join(folder, name), folder)
    } catch (error) {
      modules.delete(name)
      throw error
    }
    return module.exports
  }

  const requireFrom = (/** @type {string} */ id) => (id.startsWith("./") ? load(id.slice(2)) : requireOther(id))

  /** True if V8 accepts the stored code of a chunk. */
  const accepts = (/** @type {string} */ name) => scriptOf(name).cachedDataRejected === false

  return { accepts, load }
}

/**
 * @param {string} filename
 * @param {Buffer | undefined} cachedData
 */
const compileChunk = (filename, cachedData) => {
  try {
    // Chunks are ASCII, so that they take one byte for a character in memory too.
    const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, "latin1")}\n})`
    return new Script(text, { filename, importModuleDynamically, cachedData })
  } catch (cause) {
    const message = `${filename} is damaged or missing. Run npm run bundle.`
    throw Object.assign(new Error(message, { cause }), { code: damagedBundle })
  }
}

/** The code of the error of a chunk that could not be read or compiled, for example since the bundle was replaced. */
export const damagedBundle = "ERR_DAMAGED_BUNDLE"

/** What only holds on this machine: the inputs with size, time and digest, and the digests of the files with compiled code. */
export const stateFile = "state.json"

/** The suffix of the files with compiled code. */
export const codeSuffix = ".code"

const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER

/**
 * @typedef {{
 *   inputs: ReadonlyArray<readonly [path: string, size: number, mtimeMs: number, digest: string]>
 *   compiled: Readonly<Record<string, string>>
 * }} State
 */

/**
 * Reads the state of a bundle. An unreadable one is as good as none: the sources run.
 *
 * @param {string} folder
 * @returns {State}
 */
export const readState = (folder) => {
  try {
    const state = JSON.parse(readFileSync(path.join(folder, stateFile), "utf8"))
    if (isState(state)) return state
  } catch {}
  return { inputs: [], compiled: {} }
}

/**
 * @param {any} state
 * @returns {state is State}
 */
const isState = (state) =>
  Array.isArray(state?.inputs) && state.inputs.every(Array.isArray) && typeof (state.compiled ?? undefined) === "object"

/**
 * True if a folder contains the bundle of a program.
 *
 * @param {string} folder
 * @param {string} name
 */
export const hasBundle = (folder, name) => exists(path.join(folder, `${name}.cjs`))

/**
 * Reads compiled code. V8 crashes on a file that was altered or cut off, so its digest must be the recorded one.
 *
 * @param {string} filename
 * @param {string | undefined} digest
 */
const readCode = (filename, digest) => {
  if (digest === undefined) return undefined
  try {
    const code = readFileSync(`${filename}${codeSuffix}`)
    return digestOf(code) === digest ? code : undefined
  } catch {
    return undefined
  }
}

/** @param {Uint8Array} content */
export const digestOf = (content) => hash("sha256", content)

/** @param {string} file */
const exists = (file) => statSync(file, { throwIfNoEntry: false }) !== undefined
