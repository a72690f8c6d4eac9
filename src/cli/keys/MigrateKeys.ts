import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, withNotes } from "../options/EnvironmentOption.ts"
import { keysOption } from "./KeyOptions.ts"

const migrateKeysOptions = {
  from: Flag.String("from").pipe(
    Flag.withMetavar("location"),
    withNotes(
      "Key ledger whose events and checkpoint are copied into this one, which must be empty",
      defaultNote("none")
    ),
    Flag.optional
  ),
  keys: keysOption
}

export type MigrateKeysInput = Command.Command.Config.Infer<typeof migrateKeysOptions>

/** `taxonomy keys migrate`: creates the tables, if others lack the privilege to do so, and moves a ledger. */
export const migrateKeys = Command.make(
  "migrate",
  migrateKeysOptions,
  lazyHandler(async () => (await import("./RunMigrateKeys.ts")).runMigrateKeys)
).pipe(
  Command.withDescription(
    "Create the tables of the key ledger in a database, so that other users need fewer privileges, and move keys"
  ),
  Command.withExamples([
    {
      command: "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy",
      description: "Create or update the tables"
    },
    {
      command: "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy --from var/keys.ndjson",
      description: "Move the keys from a file to a database"
    }
  ])
)
