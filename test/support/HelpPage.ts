import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestConsole from "effect/testing/TestConsole"
import { makeGlobalFlags, makePresenter } from "../../src/cli/Help.ts"
import { programs } from "./CommandTree.ts"

/** The output of `--help` in this process, with colors if the terminal can show them. */
export const helpPage = (path: ReadonlyArray<string>, canColor = false): Promise<string> => {
  const [program, ...words] = path
  const root = programs.find(({ name }) => name === program)
  if (root === undefined) throw new Error(`There is no program ${program}`)
  return Effect.gen(function* () {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its help runs
    const command = root as Command.Command<string, unknown, unknown, never, NodeServices.NodeServices>
    yield* Command.runWith(command, { version: "0.0.0" })([...words, "--help"])
    return (yield* TestConsole.logLines).join("\n")
  }).pipe(
    Effect.provideService(TerminalCapabilities, { canColor, canAnimate: false, canPrompt: false }),
    Effect.provideService(CliConfig.CliConfig, makeGlobalFlags(words)),
    Effect.provideService(CliOutput.Presenter, makePresenter([], {})),
    Effect.provide(Layer.merge(TestConsole.layer, NodeServices.layer)),
    Effect.runPromise
  )
}
