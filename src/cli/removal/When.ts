import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { datedDraftOptions, itemArgument } from "../options/DraftOptions.ts"

const whenOptions = { item: itemArgument, ...datedDraftOptions }

export type WhenInput = Command.Command.Config.Infer<typeof whenOptions>

/** `taxonomy when`: when one item can be removed. */
export const whenCommand = Command.make(
  "when",
  whenOptions,
  lazyHandler(async () => (await import("./RunWhen.ts")).runWhen)
).pipe(
  Command.withDescription("Show when an item can be removed: the release, the releases before it, and the day"),
  Command.withExamples([
    { command: "taxonomy when exclusive_categories/QSR_FAST_FOOD", description: "One value" },
    { command: "taxonomy when QSR_FAST_FOOD", description: "The same by its code, if only one item has it" }
  ])
)
