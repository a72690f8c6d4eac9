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
import packageJson from "../../package.json" with { type: "json" }
import { ExitCode } from "../platform/ExitCode.ts"
import { Progress } from "../platform/Progress.ts"
import { exitCodeOf } from "./ExitCode.ts"
import { explain } from "./terminal/ErrorMessage.ts"
import { builtIns, presenter } from "./terminal/Help.ts"
import { progressOn } from "./terminal/TerminalProgress.ts"

/** Runs a command of this program: what it fails with becomes one message on stderr and an exit code. */
export const runCommand = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
): void => reported(command).pipe(NodeRuntime.runMain({ disableErrorReporting: true, teardown }))

/** The same, with the exit code left to whoever runs it. */
export const reported = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
) =>
  Command.run(command, { version: packageJson.version }).pipe(
    Effect.provideService(CliConfig.CliConfig, builtIns),
    Effect.provideService(CliOutput.Presenter, presenter(process.argv.slice(2), process.env)),
    Effect.provideService(Progress, progressOn(process.stderr, process.env)),
    Effect.provide(NodeServices.layer),
    Effect.tapCause(report),
    // What a command prints on stdout is its answer.
    Effect.provideService(Logger.LogToStderr, true)
  )

const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const error = Cause.squash(cause)
    // What the command line was wrong about has been printed with the help page.
    if (CliError.isCliError(error) || isReported(error)) return
    process.stderr.write(`${explain(error)}\n`)
  })

const isReported = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  Runtime.errorReported in error &&
  error[Runtime.errorReported] === false

const teardown: Runtime.Teardown = (exit, onExit) => {
  const code = codeOf(exit)
  // After a signal the process ends at once, whoever reads its log; and one that is fine ends by itself.
  if (code === ExitCode.success || code === interrupted) return onExit(code)
  // Ending it here would cut off what a slow reader of a pipe has not taken yet.
  process.stdout.write("", () => process.stderr.write("", () => onExit(code)))
}

/** The exit code of a command that ended so. */
export const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return ExitCode.success
  return Cause.hasInterruptsOnly(exit.cause) ? interrupted : exitCodeOf(Cause.squash(exit.cause))
}

const interrupted = 130
