import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Terminal from "effect/Terminal"
import * as TestConsole from "effect/testing/TestConsole"
import { errorExitCode } from "../../../../src/cli/ExitCode.ts"
import { makeTaxonomyCommand } from "../../../../src/cli/Taxonomy.ts"
import { formatError } from "../../../../src/cli/terminal/ErrorMessage.ts"
import { stdoutInConsole } from "../../../support/StdoutInConsole.ts"

/** Runs `taxonomy keys` in this process, with nobody to ask, as `runCommand` does in one of its own. */
export const runKeys = Effect.fnUntraced(
  function* (args: ReadonlyArray<string>) {
    const words = ["keys", ...args]
    const exit = yield* Effect.exit(Command.runWith(yield* taxonomy(words), { version: "0.0.0" })(words))
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    return {
      code: error === undefined ? 0 : errorExitCode(error),
      message: error === undefined ? "" : formatError(error),
      stdout: (yield* TestConsole.logLines).join("\n"),
      stderr: (yield* TestConsole.errorLines).join("\n")
    }
  },
  Effect.provideService(TerminalCapabilities, { canColor: false, canAnimate: false, canPrompt: false }),
  Effect.provide(Layer.mergeAll(TestConsole.layer, NodeServices.layer, stdoutInConsole))
)

/** Runs a command for somebody who types these answers, each followed by the enter key where it is a line. */
export const runOnTerminal = (args: ReadonlyArray<string>, answers: ReadonlyArray<string>) =>
  Effect.flatMap(taxonomy(["keys", ...args]), (command) => runCommandOnTerminal(command, ["keys", ...args], answers))

const taxonomy = (words: ReadonlyArray<string>) => Effect.promise(() => makeTaxonomyCommand(words))

/** Runs any command like `runOnTerminal`. */
export const runCommandOnTerminal = Effect.fnUntraced(function* <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>,
  args: ReadonlyArray<string>,
  answers: ReadonlyArray<string>
) {
  const typed = yield* Queue.unbounded<Terminal.UserInput, Cause.Done>()
  for (const answer of answers) {
    for (const character of answer) yield* Queue.offer(typed, press(character, character))
    yield* Queue.offer(typed, press("", "return"))
  }
  const terminal = Terminal.make({
    columns: Effect.succeed(80),
    rows: Effect.succeed(24),
    size: Effect.never,
    readInput: Effect.succeed(typed),
    readLine: Effect.never,
    display: () => Effect.void
  })
  yield* Command.runWith(command, { version: "0.0.0" })(args).pipe(
    Effect.provideService(Terminal.Terminal, terminal),
    Effect.provideService(TerminalCapabilities, { canColor: false, canAnimate: false, canPrompt: true }),
    Effect.provide(Layer.merge(TestConsole.layer, NodeServices.layer))
  )
})

const press = (input: string, name: string): Terminal.UserInput => ({
  input: Option.liftPredicate(input, (text) => text !== ""),
  key: { name, ctrl: false, meta: false, shift: false }
})
