import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { evolve, noKeys } from "../../domain/KeyLedger.ts"
import type { FreshKey } from "../../keys/KeyStore.ts"
import { KeyView, linesOf, viewOf } from "./KeyView.ts"

/** Prints a key on stdout, the one time that anyone can (service spec, 5.3). The advice goes to stderr. */
export const printFreshKey = Effect.fnUntraced(function* ({ event, key }: FreshKey, format: "pretty" | "json") {
  const keys = evolve(noKeys, event)
  const view = viewOf(keys, event, event.date)
  yield* Console.log(
    format === "json"
      ? freshKeyJson({ key: Redacted.value(key), ...view })
      : `${"Key".padEnd(14)}${Redacted.value(key)}\n${linesOf(view)}`
  )
  yield* Console.error("Store the key now: it is shown this once and cannot be shown again.")
})

const freshKeyJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ key: Schema.String, ...KeyView.fields })))
