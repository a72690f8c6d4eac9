import { fstatSync, statSync } from "node:fs"
import { devNull } from "node:os"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { evolve, emptyKeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import type { NewApiKey } from "../../keys/KeyStore.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { KeyView, renderKeyView, toKeyView } from "./KeyView.ts"

/** Prints a key on stdout, the one time that anyone can (service spec, 5.3). The advice goes to stderr. */
export const printNewApiKey = Effect.fnUntraced(function* (
  { event, key }: NewApiKey,
  format: "pretty" | "json",
  /** What to add to a command that is to use the same keys. */
  again: string
) {
  const keys = evolve(emptyKeyRegistry, event)
  const view = toKeyView(keys, event, event.date)
  yield* Console.log(
    format === "json"
      ? newApiKeyJson({ key: Redacted.value(key), ...view })
      : `${"Key".padEnd(14)}${Redacted.value(key)}\n${renderKeyView(view)}`
  )
  yield* Effect.mapError(written, (cause) => {
    return new KeyNotPrinted({ identifier: event.identifier, reason: (process.stdout.errored ?? cause).message, again })
  })
  yield* Console.error("Store the key now: it is shown this once and cannot be shown again.")
})

/**
 * Fails where nothing can be seen of what is printed, before a key is made that nobody would ever know: Node puts the
 * null device in the place of a stdout that is closed.
 */
export const stdoutIsThere = Effect.suspend(() => {
  // A program around this one may take what is printed itself.
  const taken = Object.hasOwn(process.stdout, "write")
  if (taken || process.stdout.fd !== 1 || process.platform === "win32") return Effect.void
  const [printed, nowhere] = [fstatSync(1), statSync(devNull)]
  return printed.isCharacterDevice() && printed.rdev === nowhere.rdev ? Effect.fail(new NoStdout()) : Effect.void
})

/** The key would not be seen by anybody. */
export class NoStdout extends Schema.TaggedError<NoStdout>()("NoStdout", {}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return "Stdout is closed or leads nowhere, so nobody would see the key. None was made"
  }
}

/** The key is in the ledger, and nobody has it. */
export class KeyNotPrinted extends Schema.TaggedError<KeyNotPrinted>()("KeyNotPrinted", {
  identifier: Schema.String,
  reason: Schema.String,
  again: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The key ${this.identifier} was made and could not be printed (${this.reason}), so nobody has it. Revoke it: taxonomy keys revoke ${this.identifier} --reason "Never printed"${this.again}`
  }
}

/** Succeeds once all that was printed before has been taken. */
const written = Effect.callback<void, Error>((resume) => {
  process.stdout.write("", (error) => resume(error === null || error === undefined ? Effect.void : Effect.fail(error)))
})

const newApiKeyJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ key: Schema.String, ...KeyView.fields })))
