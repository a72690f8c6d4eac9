import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { draftOptions, itemArgument } from "../options/DraftOptions.ts"

const usesOptions = { item: itemArgument, ...draftOptions }

export type UsesInput = Command.Command.Config.Infer<typeof usesOptions>

/** `taxonomy uses`: what names an item. */
export const usesCommand = Command.make(
  "uses",
  usesOptions,
  lazyHandler(async () => (await import("./RunUses.ts")).runUses)
).pipe(
  Command.withDescription("List the base licenses, conflict rules and replacements that name an item"),
  Command.withExamples([
    { command: "taxonomy uses exclusive_categories/QSR", description: "Who uses a value" },
    { command: "taxonomy uses use_type", description: "Who uses a dimension, by value" }
  ])
)
