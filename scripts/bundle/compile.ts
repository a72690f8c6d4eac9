// Runs the bundle in the folder that is given as users do, and stores the code that V8 compiled of each of its chunks.
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Script } from "node:vm"
import { codeSuffix, makeChunkLoader } from "../../bin/bundle.js"

const [, , folder = ""] = process.argv

const scripts = new Map<string, Script>()

/** What is run often, or while a person or an editor waits. */
const runs = ["check", "--help", "check --help", "explain semver/bump-too-small", "--completions bash"]

const run = async (args: ReadonlyArray<string>): Promise<void> => {
  process.argv.splice(2, Infinity, ...args)
  const ended = new Promise((resolve) => process.once("beforeExit", resolve))
  makeChunkLoader(folder, { compiled: {} }, scripts).load("taxonomy.cjs")
  // Node ends without another `beforeExit` if a run that began in one leaves nothing to wait for.
  setImmediate(() => undefined)
  await ended
}

// A check that finds mistakes ends the process.
process.on("exit", () => {
  const { accepts } = makeChunkLoader(folder, { compiled: {} }, scripts)
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".cjs"))) accepts(name)
  for (const [name, script] of scripts) writeFileSync(join(folder, `${name}${codeSuffix}`), script.createCachedData())
})

for (const line of runs) await run(line.split(" "))
