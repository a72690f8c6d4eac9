import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"
import packageJson from "../../package.json" with { type: "json" }
import { ExitCode } from "../platform/ExitCode.ts"
import { Progress } from "../platform/Progress.ts"
import { interruptedExitCode, toExitCode } from "./ExitCode.ts"
import { formatError } from "./terminal/ErrorMessage.ts"
import { globalFlags, makePresenter } from "./terminal/Help.ts"
import { makeTerminalProgress } from "./terminal/TerminalProgress.ts"

/** Runs a command as the whole process. A failure becomes one message on stderr and an exit code. */
export const runCommand = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
): void => toProgram(command).pipe(NodeRuntime.runMain({ disableErrorReporting: true, teardown }))

/** The effect that runs a command with the arguments of this process and prints its failure. */
export const toProgram = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
) =>
  Command.run(command, { version: packageJson.version }).pipe(
    Effect.provideService(CliConfig.CliConfig, globalFlags),
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
    process.stderr.write(`${formatError(error)}\n`)
  })

const isReported = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  Runtime.errorReported in error &&
  error[Runtime.errorReported] === false

const teardown: Runtime.Teardown = (exit, onExit) => {
  const code = toExitCode(exit)
  // A success ends by itself. After a signal the process does not wait for the reader of its output.
  if (code === ExitCode.success || code === interruptedExitCode) return onExit(code)
  // Exiting at once would lose output that a slow reader of a pipe has not received.
  process.stdout.write("", () => process.stderr.write("", () => onExit(code)))
}
