import { spawn } from "node:child_process"
import nodeModule, { createRequire } from "node:module"
import { constants, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Runs a program of this project. Node runs its TypeScript from version 24 on; an older Node starts the one that npm ci
 * installs and forwards signals and the exit code. Plain JavaScript, because any Node must be able to read it.
 *
 * @param {URL} program
 */
export const launch = async (program) => {
  if (Number.parseInt(process.versions.node, 10) >= minNodeMajor) {
    // Enabled before the first import, so that everything is cached. Without the cache, only the start is slower.
    nodeModule.enableCompileCache()
    return void (await import(program.href))
  }
  const node = findProjectNode()
  if (node === undefined) return failToStart()
  // Every user of the machine can read the arguments in the process list.
  if (process.argv.some((argument) => containsPassword.test(argument))) process.title = "taxonomy"
  const NODE_COMPILE_CACHE = process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "node-compile-cache")
  const env = { ...process.env, NODE_COMPILE_CACHE }
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: "inherit", env })
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of forwardedSignals) process.on(signal, forward)
  child.on("error", failToStart)
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? signalExitCode + constants.signals[signal]
    for (const name of forwardedSignals) process.off(name, forward)
  })
}

const minNodeMajor = 24

const containsPassword = /:\/\/[^/]*:[^/]*@|[?&]password=/

/** The signals that end a program. */
const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The exit code of a process that a signal ended is this plus the number of the signal. */
const signalExitCode = 128

const couldNotRun = 3

const findProjectNode = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node")
  } catch {
    return undefined
  }
}

const failToStart = () => {
  process.stderr.write(
    `error: Node ${minNodeMajor} is not installed in the project. Run npm ci in the folder of the project.\n`
  )
  process.exitCode = couldNotRun
}
