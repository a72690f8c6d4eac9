import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { draftOptions } from "../options/DraftOptions.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption } from "../options/Options.ts"

const planOptions = {
  items: Argument.String("item").pipe(
    Argument.withDescription("items to remove, named as for taxonomy when [default: everything deprecated]"),
    Argument.variadic()
  ),
  ...draftOptions,
  date: dateOption("Date of the first release"),
  notes: toggleOption("notes", "Show the notes of each release")
}

export type PlanInput = Command.Command.Config.Infer<typeof planOptions>

/** `taxonomy plan`: the releases that lead to a removal, decided as if they were published. */
export const planCommand = Command.make(
  "plan",
  planOptions,
  lazyHandler(async () => (await import("./RunPlan.ts")).runPlan)
).pipe(
  Command.withDescription("Rehearse the releases and dates that lead to a removal. Writes nothing"),
  Command.withExamples([
    { command: "taxonomy plan", description: "From the working tree to the removal of everything deprecated" },
    {
      command: "taxonomy plan exclusive_categories/QSR",
      description: "To the removal of one item, which is deprecated first"
    },
    { command: "taxonomy plan --date 2027-01-10 --notes", description: "From that day, with the notes of each release" }
  ])
)
