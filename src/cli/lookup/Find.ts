import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { draftOptions } from "../options/DraftOptions.ts"

const findOptions = {
  text: Argument.String("text").pipe(
    Argument.withDescription("words to search for, in any order"),
    Argument.atLeast(1)
  ),
  ...draftOptions
}

export type FindInput = Command.Command.Config.Infer<typeof findOptions>

/** `taxonomy find`: a search of the texts of all items. */
export const findCommand = Command.make(
  "find",
  findOptions,
  lazyHandler(async () => (await import("./RunFind.ts")).runFind)
).pipe(
  Command.withDescription(
    "Search codes, labels, descriptions, definitions, translations and reasons, also those of removed items"
  ),
  Command.withExamples([
    { command: "taxonomy find ticket resale", description: "Items that contain both words" },
    { command: "taxonomy find 'fast food' --format json", description: "The same for programs" }
  ])
)
