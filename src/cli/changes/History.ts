import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { plainFormatOption, releasesOption } from "../options/Options.ts"

const itemArgument = Argument.String("item").pipe(
  Argument.withDescription("dimension, dimension/value, license code or rules/id [default: all releases]"),
  Argument.optional
)

const textsOption = toggleOption(
  "texts",
  "Show the texts of the item before and after each change, and since when its definition holds"
)

const historyOptions = { item: itemArgument, texts: textsOption, releases: releasesOption, format: plainFormatOption }

export type HistoryInput = Command.Command.Config.Infer<typeof historyOptions>

/** `taxonomy history`: what the ledger records about all releases or about one item. */
export const historyCommand = Command.make(
  "history",
  historyOptions,
  lazyHandler(async () => (await import("./RunHistory.ts")).runHistory)
).pipe(
  Command.withDescription("Show the release history of the taxonomy or of one item"),
  Command.withExamples([
    { command: "taxonomy history", description: "All releases" },
    { command: "taxonomy history exclusive_categories/QSR_FAST_FOOD", description: "All changes of one value" },
    {
      command: "taxonomy history exclusive_categories/QSR_FAST_FOOD --texts",
      description: "The same with the texts before and after"
    }
  ])
)
