import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readLedger } from "../../release/ledger/Ledger.ts"

/** Reads the releases for a command that informs an editor. Earlier versions kept a cache for such commands. */
export const readHistory = Effect.fnUntraced(function* (releases: string) {
  const cache = yield* Config.String("TAXONOMY_CACHE").pipe(Config.withDefault(""))
  if (cache !== "") yield* Console.error("note: TAXONOMY_CACHE is ignored: commands keep no cache any more.")
  const { history } = yield* readLedger(releases)
  return history
})
