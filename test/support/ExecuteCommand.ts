import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { toExitCode } from "../../src/cli/ExitCode.ts"
import { buildReleaseCommand } from "../../src/cli/release/BuildRelease.ts"
import { toProgram } from "../../src/cli/Run.ts"
import { makeTaxonomyCommand } from "../../src/cli/Taxonomy.ts"

export interface CommandRequest {
  readonly program: "taxonomy" | "build-release"
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

interface Executed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in this process, with its own working directory, environment and output. One at a time. */
export const executeCommand = async ({ args, cwd, env, program }: CommandRequest): Promise<Executed> => {
  const output = { stdout: "", stderr: "" }
  const restore = [takeOutput("stdout", output), takeOutput("stderr", output), changeProcess(cwd, env, args)]
  try {
    const code =
      program === "taxonomy"
        ? await exitCodeOf(toProgram(await makeTaxonomyCommand(args)), env)
        : await exitCodeOf(toProgram(buildReleaseCommand), env)
    return { code, ...output }
  } finally {
    for (const undo of restore) undo()
  }
}

/** The exit code of a command. Settings are read for each command; Effect would keep those of the first. */
const exitCodeOf = async <A, E>(command: Effect.Effect<A, E>, env: CommandRequest["env"]): Promise<number> => {
  const settings = ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...env } }))
  return toExitCode(await Effect.runPromiseExit(Effect.provide(command, settings)))
}

const takeOutput = (name: "stdout" | "stderr", output: { [stream in typeof name]: string }) => {
  const stream = process[name]
  const original = Object.getOwnPropertyDescriptor(stream, "write")
  stream.write = (chunk: Uint8Array | string, ...rest: ReadonlyArray<unknown>) => {
    output[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
    const written = rest.at(-1)
    if (typeof written === "function") written()
    return true
  }
  return () => {
    Reflect.deleteProperty(stream, "write")
    if (original !== undefined) Object.defineProperty(stream, "write", original)
  }
}

const changeProcess = (cwd: string, env: CommandRequest["env"], args: ReadonlyArray<string>) => {
  const [previousFolder, previousEnvironment, previousArguments] = [
    process.cwd(),
    { ...process.env },
    process.argv.slice(2)
  ]
  process.chdir(cwd)
  replaceEnvironment(env)
  process.argv.splice(2, Infinity, ...args)
  return () => {
    process.chdir(previousFolder)
    replaceEnvironment(previousEnvironment)
    process.argv.splice(2, Infinity, ...previousArguments)
  }
}

const replaceEnvironment = (env: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, env)
}
