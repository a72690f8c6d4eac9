import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Runs a launcher with the Node that npm ci installs, and forwards signals and the exit code.
 *
 * @param {URL} launcher
 * @param {number} minMajor
 */
export const runWithProjectNode = (launcher, minMajor) => {
  const failToStart = () => {
    process.stderr.write(
      `error: Node ${minMajor} is not installed in the project. Run npm ci in the folder of the project, without --ignore-scripts.\n`
    )
    process.exitCode = couldNotRun
  }
  const node = findProjectNode(minMajor)
  if (node === undefined) return failToStart()
  // Every user of the machine can read the arguments in the process list.
  if (process.argv.some((argument) => containsPassword.test(argument))) process.title = "taxonomy"
  const child = spawn(node, [fileURLToPath(launcher), ...process.argv.slice(2)], { stdio: "inherit" })
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of forwardedSignals) process.on(signal, forward)
  child.on("error", failToStart)
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? signalExitCode + (signal === null ? 0 : constants.signals[signal])
    for (const name of forwardedSignals) process.off(name, forward)
  })
}

const containsPassword = /:\/\/[^/]*:[^/]*@|[?&]password=/

/** The signals that end a program. */
const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The exit code of a process that a signal ended is this plus the number of the signal. */
const signalExitCode = 128

const couldNotRun = 3

/**
 * Returns `undefined` for a Node that is too old as well: it would start itself for ever.
 *
 * @param {number} minMajor
 */
const findProjectNode = (minMajor) => {
  try {
    const manifest = createRequire(import.meta.url).resolve("node/package.json")
    const { version } = JSON.parse(readFileSync(manifest, "utf8"))
    return Number.parseInt(version, 10) >= minMajor ? join(dirname(manifest), "bin", "node") : undefined
  } catch {
    return undefined
  }
}
