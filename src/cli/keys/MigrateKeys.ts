import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { keyLedgerAt } from "../options/KeysLocation.ts"
import { keysOption } from "./KeyOptions.ts"

/** `taxonomy keys migrate`: creates the tables, if servers and operators lack the privilege to do so. */
export const migrateKeys = Command.make(
  "migrate",
  { keys: keysOption },
  Effect.fnUntraced(function* ({ keys }) {
    const { migrate } = yield* keyLedgerAt(keys)
    if (migrate === undefined) return yield* Console.log("A key ledger in a file needs no tables.")
    const count = yield* migrate
    yield* Console.log(count === 0 ? "The tables are up to date." : "The tables were created.")
  })
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
