import { fork, spawn, type ChildProcess } from "node:child_process"
import * as Schema from "effect/Schema"
import { expect, vi } from "vitest"
import type { CommandRequest } from "./ExecuteCommand.ts"
import { programs } from "./Programs.ts"
import { gitEnvironment } from "./Repository.ts"

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
}

// The test runner may force colours for its own output. Launchers choose between bundle and sources as in a new checkout.
const { COLUMNS: _, COMMANDS: where, FORCE_COLOR: __, TAXONOMY_CODE: ___, ...ownEnvironment } = process.env

const environment = {
  ...ownEnvironment,
  ...gitEnvironment,
  NO_COLOR: "1",
  // Commands behave as on a developer's machine, also in CI or on a terminal without colours.
  CI: "",
  TERM: "xterm"
}

/**
 * Runs `build-release` as a user would, but in a running process, which takes a fraction of the time. With another uid it
 * needs a process of its own.
 */
export const buildRelease = (args: ReadonlyArray<string>, options: RunOptions): Promise<CommandResult> =>
  options.uid === undefined ? runWarm("build-release", args, options) : buildReleaseInNewProcess(args, options)

/** Runs `taxonomy` like `buildRelease`. */
export const taxonomy = (args: ReadonlyArray<string>, options: RunOptions): Promise<CommandResult> =>
  options.uid === undefined ? runWarm("taxonomy", args, options) : taxonomyInNewProcess(args, options)

/** Runs `build-release` in a process of its own. */
export const buildReleaseInNewProcess = (args: ReadonlyArray<string>, options: RunOptions): Promise<CommandResult> =>
  runNode([programs.buildRelease, ...args], options)

/** Runs `taxonomy` in a process of its own. */
export const taxonomyInNewProcess = (args: ReadonlyArray<string>, options: RunOptions): Promise<CommandResult> =>
  runNode([programs.taxonomy, ...args], options)

const pending = new Map<number, (ran: CommandResult) => void>()
const Response = Schema.Struct({
  id: Schema.Int,
  code: Schema.Int,
  stdout: Schema.String,
  stderr: Schema.String
})
const decodeResponse = Schema.decodeUnknownSync(Response)

/** The process that runs commands for all tests of this worker. */
let runner: ChildProcess | undefined

const startRunner = (): ChildProcess => {
  const child = fork(programs.runCommands, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] })
  child.on("message", (message) => {
    const { id, ...ran } = decodeResponse(message)
    pending.get(id)?.(ran)
    pending.delete(id)
  })
  child.on("exit", () => {
    runner = undefined
    for (const [id, settle] of pending) settle({ code: null, stdout: "", stderr: `The process of command ${id} ended` })
    pending.clear()
  })
  // It ends with its channel, and so with the process of the tests.
  child.unref()
  child.channel?.unref()
  return child
}

let requests = 0

const runWarm = (
  program: CommandRequest["program"],
  args: ReadonlyArray<string>,
  { cwd, env }: RunOptions
): Promise<CommandResult> => {
  const request = { program, args: [...args], cwd, env: { ...environment, ...env } }
  return where === "in-process" ? runInTurn(request) : executeWarm(request)
}

/** Runs a command in a running process, with exactly this environment. */
export const executeWarm = (request: CommandRequest): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const id = requests++
    pending.set(id, resolve)
    runner ??= startRunner()
    runner.send({ id, ...request }, (error) => {
      if (error !== null) reject(error)
    })
  })

let last: Promise<unknown> = Promise.resolve()

/** The test that ran a command last. */
let currentTest: string | undefined

/** Runs a command in this process, where Stryker sees what each test reaches: also what runs when a module is loaded. */
const runInTurn = (request: CommandRequest): Promise<CommandResult> => {
  const { currentTestName } = expect.getState()
  const ran = last.then(async () => {
    if (currentTestName !== currentTest) vi.resetModules()
    currentTest = currentTestName
    return (await import("./ExecuteCommand.ts")).executeCommand(request)
  })
  last = ran.catch(() => undefined)
  return ran
}

/** Runs a bash script in which `$TAXONOMY` is the program. */
export const shell = (text: string, { env, ...options }: RunOptions): Promise<CommandResult> =>
  run("bash", ["-c", text], { ...options, env: { TAXONOMY: `${process.execPath} ${programs.taxonomy}`, ...env } })

export const runNode = (args: ReadonlyArray<string>, options: RunOptions): Promise<CommandResult> =>
  run(process.execPath, args, options)

/** Runs a program with an empty stdin. */
export const run = (
  program: string,
  args: ReadonlyArray<string>,
  { cwd, env, uid }: RunOptions
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      cwd,
      env: { ...environment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(uid === undefined ? {} : { uid, gid: uid })
    })
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      return chunks
    })
    child.on("error", reject)
    child.on("close", (code) =>
      resolve({ code, stdout: Buffer.concat(stdout ?? []).toString(), stderr: Buffer.concat(stderr ?? []).toString() })
    )
  })
