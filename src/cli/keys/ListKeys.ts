import * as Command from "effect/cli/Command"
import { rotationDays } from "../../domain/keys/KeyRotation.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { plainFormatOption } from "../options/Options.ts"
import { adminUrlOption } from "./AdminUrlOption.ts"
import { keysOption } from "./KeyOptions.ts"
import { filterOptions } from "./selection/KeyFilterOptions.ts"

const listKeysOptions = { ...filterOptions, adminUrl: adminUrlOption, keys: keysOption, format: plainFormatOption }

export type ListKeysInput = Command.Command.Config.Infer<typeof listKeysOptions>

/** `taxonomy keys list`: the keys in the order of issue, with those due for rotation (service spec, 5.4). */
export const listKeys = Command.make(
  "list",
  listKeysOptions,
  lazyHandler(async () => (await import("./RunListKeys.ts")).runListKeys)
).pipe(
  Command.withDescription(`List the API keys. Marks active keys older than ${rotationDays} days`),
  Command.withExamples([
    { command: "taxonomy keys list", description: "List all keys" },
    {
      command: "taxonomy keys list --rotation-due",
      description: "List the keys whose holders should request a new one"
    },

    {
      command: "taxonomy keys list --status active --environment production --format json",
      description: "List active production keys as JSON"
    }
  ])
)
