import { fork, spawn, type ChildProcess } from "node:child_process"
import * as Schema from "effect/Schema"
import { programs } from "./Programs.ts"
import { gitEnvironment, temporaryFolder } from "./Repository.ts"

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
}

// The runner of the tests may force colours, which is for itself.
const { FORCE_COLOR: _, ...ownEnvironment } = process.env

const environment = {
  ...ownEnvironment,
  ...gitEnvironment,
  NO_COLOR: "1",
  // Wherever the tests run, in CI or with a terminal that knows no colours, commands are run as if on a developer's.
  CI: "",
  TERM: "xterm",
  // Nobody's own cache is read, nor filled with sources of tests.
  TAXONOMY_CACHE: await temporaryFolder()
}

/**
 * Runs `build-release` as a user would, but in a process that is there already, which takes a fraction of the time. As
 * another user it can only be run apart.
 */
export const buildRelease = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  options.uid === undefined ? runWarm("build-release", args, options) : buildReleaseApart(args, options)

/** Runs `taxonomy` in the same way. */
export const taxonomy = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  options.uid === undefined ? runWarm("taxonomy", args, options) : taxonomyApart(args, options)

/** Runs `build-release` in a process of its own. */
export const buildReleaseApart = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  runNode([programs.buildRelease, ...args], options)

/** Runs `taxonomy` in a process of its own. */
export const taxonomyApart = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  runNode([programs.taxonomy, ...args], options)

const pending = new Map<number, (ran: Ran) => void>()
const Answer = Schema.Struct({
  id: Schema.Int,
  code: Schema.Int,
  stdout: Schema.String,
  stderr: Schema.String
})
const answerOf = Schema.decodeUnknownSync(Answer)

/** Lives as long as the tests do that it runs commands for. */
let runner: ChildProcess | undefined

const startRunner = (): ChildProcess => {
  const child = fork(programs.runCommands, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] })
  child.on("message", (message) => {
    const { id, ...ran } = answerOf(message)
    pending.get(id)?.(ran)
    pending.delete(id)
  })
  child.on("exit", () => {
    runner = undefined
    for (const [id, settle] of pending) settle({ code: null, stdout: "", stderr: `The process of command ${id} ended` })
    pending.clear()
  })
  // It ends with the channel to it, and so with the process of the tests.
  child.unref()
  child.channel?.unref()
  return child
}

let orders = 0

const runWarm = (program: string, args: ReadonlyArray<string>, { cwd, env }: RunOptions): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const id = orders++
    pending.set(id, resolve)
    runner ??= startRunner()
    const order = { id, program, args: [...args], cwd, env: { ...environment, ...env } }
    runner.send(order, (error) => {
      if (error !== null) reject(error)
    })
  })

/** Runs a script of the shell, in which `$TAXONOMY` is the program. */
export const shell = (text: string, { env, ...options }: RunOptions): Promise<Ran> =>
  run("bash", ["-c", text], { ...options, env: { TAXONOMY: `${process.execPath} ${programs.taxonomy}`, ...env } })

export const runNode = (args: ReadonlyArray<string>, options: RunOptions): Promise<Ran> =>
  run(process.execPath, args, options)

/** Runs any program, with nothing to read. */
export const run = (program: string, args: ReadonlyArray<string>, { cwd, env, uid }: RunOptions): Promise<Ran> =>
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
