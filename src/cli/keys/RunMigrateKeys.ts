import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { keyLedgerAt } from "../options/KeysLocation.ts"
import type { MigrateKeysInput } from "./MigrateKeys.ts"

/** Creates missing tables of the key ledger. */
export const runMigrateKeys = Effect.fnUntraced(function* ({ keys }: MigrateKeysInput) {
  const { migrate } = yield* keyLedgerAt(keys)
  if (migrate === undefined) return yield* Console.log("A key ledger in a file needs no tables.")
  const count = yield* migrate
  yield* Console.log(count === 0 ? "The tables are up to date." : "The tables were created.")
})
