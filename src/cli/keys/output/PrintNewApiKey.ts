import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { evolve, emptyKeyRegistry } from "../../../domain/keys/KeyRegistry.ts"
import type { NewApiKey } from "../../../keys/KeyStore.ts"
import { ExitCode } from "../../../platform/ExitCode.ts"
import { KeyView, renderKeyView, toKeyView } from "./KeyView.ts"

/** Prints a new API key on stdout, the only time that it is shown (service spec, 5.3). */
export const printNewApiKey = Effect.fnUntraced(function* (
  { event, key }: NewApiKey,
  format: "pretty" | "json",
  /** The option that a command needs to use the same key ledger. */
  optionHint: string
) {
  const keys = evolve(emptyKeyRegistry, event)
  const record = keys.get(event.identifier)
  if (record === undefined) return yield* Effect.die(new Error(`The event issued no key ${event.identifier}`))
  const view = toKeyView(keys, record, event.date)
  yield* Console.log(
    format === "json"
      ? newApiKeyJson({ key: Redacted.value(key), ...view })
      : `${"Key".padEnd(14)}${Redacted.value(key)}\n${renderKeyView(view)}`
  )
  yield* Effect.mapError(flushed, (cause) => {
    return new KeyNotPrinted({
      keyPrefix: event.identifier,
      reason: (process.stdout.errored ?? cause).message,
      optionHint
    })
  })
  yield* Console.error("Store the key now. It cannot be shown again.")
})

/** The key is in the ledger, but could not be shown to anybody. */
export class KeyNotPrinted extends Schema.TaggedError<KeyNotPrinted>()("KeyNotPrinted", {
  keyPrefix: Schema.String,
  reason: Schema.String,
  optionHint: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The key ${this.keyPrefix} was issued but could not be printed (${this.reason}). Revoke it: taxonomy keys revoke ${this.keyPrefix} --reason "Never printed"${this.optionHint}`
  }
}

/** Succeeds when everything printed so far is flushed. */
const flushed = Effect.callback<void, Error>((resume) => {
  process.stdout.write("", (error) => resume(error === null || error === undefined ? Effect.void : Effect.fail(error)))
})

const newApiKeyJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ key: Schema.String, ...KeyView.fields })))
