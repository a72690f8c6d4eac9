import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestConsole from "effect/testing/TestConsole"
import { errorExitCode } from "../../src/cli/ExitCode.ts"

/** Runs a command here, which takes a fraction of the time of a process: what it prints, and the code it would end with. */
export const runHere = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>,
  args: ReadonlyArray<string>
): Promise<{ readonly code: number; readonly stdout: string }> =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(Command.runWith(command, { version: "0.0.0" })(args))
    const code = Exit.isSuccess(exit) ? 0 : errorExitCode(Cause.squash(exit.cause))
    return { code, stdout: (yield* TestConsole.logLines).join("\n") }
  }).pipe(Effect.provide(Layer.merge(TestConsole.layer, NodeServices.layer)), Effect.runPromise)
