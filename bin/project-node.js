import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Runs a launcher with the Node that npm ci installs, and forwards signals and the exit code. A package contains no Node.
 *
 * @param {URL} launcher
 * @param {number} minMajor
 */
export const runWithProjectNode = (launcher, minMajor) => {
  const failToStart = () => {
    process.stderr.write(`error: ${isCheckout ? missingNode(minMajor) : oldNode(minMajor)}\n`)
    process.exitCode = couldNotRun
  }
  const isCheckout = existsSync(new URL("../src", import.meta.url))
  const node = isCheckout ? findProjectNode(minMajor) : undefined
  if (node === undefined) return failToStart()
  // Every user of the machine can read the arguments in the process list.
  if (process.argv.some((argument) => containsPassword.test(argument))) process.title = "taxonomy"
  const child = spawn(node, [fileURLToPath(launcher), ...process.argv.slice(2)], {
    env: { ...process.env, [launcherVariable]: String(process.pid) },
    // The channel closes with this process, even if SIGKILL ends it.
    stdio: ["inherit", "inherit", "inherit", "ipc"]
  })
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of forwardedSignals) process.on(signal, forward)
  child.on("error", failToStart)
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? signalExitCode + (signal === null ? 0 : constants.signals[signal])
    for (const name of forwardedSignals) process.off(name, forward)
  })
}

/**
 * Ends a program that a launcher started as soon as the launcher has ended, as if it had forwarded SIGTERM. Nobody else
 * could stop the program.
 *
 * @param {string} launcher The process id of the launcher.
 */
export const endWithLauncher = (launcher) => {
  const end = () => void process.kill(process.pid, "SIGTERM")
  if (!process.connected || String(process.ppid) !== launcher) return end()
  process.on("disconnect", end)
  // A program that has nothing left to do ends.
  process.channel?.unref()
}

/** The environment variable by which a launcher tells the program its process id. */
const launcherVariable = "TAXONOMY_LAUNCHER"

const missingNode = (/** @type {number} */ minMajor) =>
  `Node ${minMajor} is not installed in the project. Run npm ci in the folder of the project, without --ignore-scripts, or start the program with Node ${minMajor}.`

const oldNode = (/** @type {number} */ minMajor) =>
  `This is Node ${process.versions.node}, and the program requires Node ${minMajor} or newer. Install it, and put it first in the PATH.`

const containsPassword = /:\/\/[^/]*:[^/]*@|[?&]password=/

/** The signals that end a program, or that it handles. Nothing can forward SIGKILL. */
const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"]

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
