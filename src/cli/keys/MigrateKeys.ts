import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { keyLedgerAt } from "../options/KeysLocation.ts"
import { keysOption } from "./KeyOptions.ts"

/** `taxonomy keys migrate`: makes the tables, for databases in which those who use keys may not. */
export const migrateKeys = Command.make(
  "migrate",
  { keys: keysOption },
  Effect.fnUntraced(function* ({ keys }) {
    const { migrate } = yield* keyLedgerAt(keys)
    if (migrate === undefined) return yield* Console.log("Keys in a file need no tables.")
    const count = yield* migrate
    yield* Console.log(count === 0 ? "The tables are up to date." : "The tables were created.")
  })
).pipe(
  Command.withDescription("Make the tables for keys in a database, as a user who may; others then need fewer rights"),
  Command.withExamples([
    {
      command: "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy",
      description: "Before the first key, and after an update"
    }
  ])
)
