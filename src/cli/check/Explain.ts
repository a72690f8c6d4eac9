import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"

const idArgument = Argument.String("id").pipe(
  Argument.withDescription("Id of a check, as findings show it in brackets")
)

const explainOptions = { id: idArgument }

export type ExplainInput = Command.Command.Config.Infer<typeof explainOptions>

/** `taxonomy explain`: the documentation of one check. */
export const explainCommand = Command.make(
  "explain",
  explainOptions,
  lazyHandler(async () => (await import("./RunExplain.ts")).runExplain)
).pipe(
  Command.withDescription("Explain a check: what it requires, why, and how to fix a finding"),
  Command.withExamples([
    { command: "taxonomy explain semver/bump-too-small", description: "The meaning of a finding and how to fix it" }
  ])
)
