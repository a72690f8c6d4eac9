import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"
import * as Struct from "effect/Struct"
import packageJson from "../../package.json" with { type: "json" }
import { ExitCode } from "../platform/ExitCode.ts"
import { Progress } from "../platform/Progress.ts"
import { errorCode } from "../platform/SystemErrors.ts"
import { visibleText } from "../report/text/PlainText.ts"
import { interruptedExitCodes, toExitCode, type InterruptSignal } from "./ExitCode.ts"
import { makeGlobalFlags, makePresenter } from "./Help.ts"
import { formatError } from "./terminal/ErrorMessage.ts"
import { makeTerminalProgress } from "./terminal/Terminal.ts"

/** Runs a command as the whole process. A failure becomes one message on stderr and an exit code. */
export const runCommand = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
): void => {
  let received: InterruptSignal | undefined
  for (const signal of Struct.keys(interruptedExitCodes)) process.once(signal, () => (received ??= signal))
  process.stdout.on("error", reportLostOutput)
  toProgram(command).pipe(
    NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, onExit) => teardown(exit, received, onExit) })
  )
}

/** Fails a command whose output is lost, as on a full disk. Readers of a pipe may leave when they have seen enough. */
const reportLostOutput = (error: Error): void => {
  if (errorCode(error) === "EPIPE" || process.exitCode !== undefined) return
  process.exitCode = ExitCode.couldNotRun
  process.stderr.write(`error: The output is incomplete (${error.message}). Send it elsewhere and run again.\n`)
}

/** The effect that runs a command with the arguments of this process and prints its failure. */
export const toProgram = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
) =>
  Command.run(command, { version: packageJson.version }).pipe(
    Effect.provideService(CliConfig.CliConfig, makeGlobalFlags(process.argv.slice(2))),
    Effect.provideService(CliOutput.Presenter, makePresenter(process.argv.slice(2), process.env)),
    Effect.provideService(Progress, makeTerminalProgress(process.stderr, process.env)),
    Effect.provide(NodeServices.layer),
    Effect.tapCause(printFailure),
    // Stdout is reserved for the output of the command.
    Effect.provideService(Logger.LogToStderr, true)
  )

const printFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const error = Cause.squash(cause)
    // The presenter has printed usage errors.
    if (CliError.isCliError(error) || isReported(error)) return
    // Messages name files, arguments and texts that anybody may have written.
    process.stderr.write(`${visibleText(formatError(error))}\n`)
  })

const isReported = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  Runtime.errorReported in error &&
  error[Runtime.errorReported] === false

const teardown = (
  exit: Exit.Exit<unknown, unknown>,
  signal: InterruptSignal | undefined,
  onExit: (code: number) => void
): void => {
  const code = toExitCode(exit, signal)
  // A success ends by itself. After a signal the process does not wait for the reader of its output.
  if (code === ExitCode.success || (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))) return onExit(code)
  // Exiting at once would lose output that a slow reader of a pipe has not received.
  process.stdout.write("", () => process.stderr.write("", () => onExit(code)))
}
