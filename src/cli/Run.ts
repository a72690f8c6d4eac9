import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import packageJson from "../../package.json" with { type: "json" }
import { ExitCode, exitCodeOf } from "./ExitCode.ts"
import { explain } from "./Explain.ts"

/** Runs a command of this program: what it fails with becomes one message on stderr and an exit code. */
export const runCommand = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
): void =>
  Command.run(command, { version: packageJson.version }).pipe(
    Effect.provide(NodeServices.layer),
    Effect.tapCause(report),
    NodeRuntime.runMain({ disableErrorReporting: true, teardown })
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
  if (Exit.isSuccess(exit)) return onExit(ExitCode.fine)
  return onExit(Cause.hasInterruptsOnly(exit.cause) ? interrupted : exitCodeOf(Cause.squash(exit.cause)))
}

const interrupted = 130
