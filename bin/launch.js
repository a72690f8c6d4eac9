import { spawn } from "node:child_process"
import nodeModule, { createRequire } from "node:module"
import { constants, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Runs a program of this project. It is TypeScript, which Node runs as it is from version 24 on; an older one starts
 * the Node that npm ci brings, and stands in for it. Plain JavaScript, for any Node may be the one to read it.
 *
 * @param {URL} program
 */
export const launch = async (program) => {
  if (Number.parseInt(process.versions.node, 10) >= firstToRunTypes) {
    // Before anything is loaded that could be compiled, and types be left out of. Where that is not possible nothing is
    // lost but time.
    nodeModule.enableCompileCache()
    return void (await import(program.href))
  }
  const node = projectNode()
  if (node === undefined) return refuse()
  // Everybody on the machine can list processes and the arguments that they were started with.
  if (process.argv.some((argument) => withPassword.test(argument))) process.title = "taxonomy"
  const NODE_COMPILE_CACHE = process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "node-compile-cache")
  const env = { ...process.env, NODE_COMPILE_CACHE }
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: "inherit", env })
  const passOn = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of passedOn) process.on(signal, passOn)
  child.on("error", refuse)
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? signalled + constants.signals[signal]
    for (const name of passedOn) process.off(name, passOn)
  })
}

const firstToRunTypes = 24

const withPassword = /:\/\/[^/]*:[^/]*@|[?&]password=/

/** What others send to end a program. */
const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The exit code of a program that a signal ended, less the signal's number. */
const signalled = 128

const couldNotRun = 3

const projectNode = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node")
  } catch {
    return undefined
  }
}

const refuse = () => {
  process.stderr.write(
    `error: This needs Node ${firstToRunTypes}, which the project brings, but it is not installed. Run npm ci in the project's folder.\n`
  )
  process.exitCode = couldNotRun
}
