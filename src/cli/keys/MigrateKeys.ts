import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { keysOption } from "./KeyOptions.ts"

const migrateKeysOptions = { keys: keysOption }

export type MigrateKeysInput = Command.Command.Config.Infer<typeof migrateKeysOptions>

/** `taxonomy keys migrate`: creates the tables, if servers and operators lack the privilege to do so. */
export const migrateKeys = Command.make(
  "migrate",
  migrateKeysOptions,
  lazyHandler(async () => (await import("./RunMigrateKeys.ts")).runMigrateKeys)
).pipe(
  Command.withDescription(
    "Create the tables of the key ledger in a database, so that other users need fewer privileges"
  ),
  Command.withExamples([
    {
      command: "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy",
      description: "Create or update the tables"
    }
  ])
)
