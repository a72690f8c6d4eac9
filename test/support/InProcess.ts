import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestConsole from "effect/testing/TestConsole"
import { errorExitCode } from "../../src/cli/ExitCode.ts"
import { stdoutInConsole } from "./StdoutInConsole.ts"

/** Runs a command in this process and returns its output and exit code: much faster than a process of its own. */
export const runInProcess = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>,
  args: ReadonlyArray<string>
): Promise<{ readonly code: number; readonly stdout: string }> =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(Command.runWith(command, { version: "0.0.0" })(args))
    const code = Exit.isSuccess(exit) ? 0 : errorExitCode(Cause.squash(exit.cause))
    return { code, stdout: (yield* TestConsole.logLines).join("\n") }
  }).pipe(Effect.provide(Layer.mergeAll(TestConsole.layer, NodeServices.layer, stdoutInConsole)), Effect.runPromise)
