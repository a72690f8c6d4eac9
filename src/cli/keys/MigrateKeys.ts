import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { emptyKeyLedger } from "../../keys/KeyLedgerCodec.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused } from "../CommandRefused.ts"
import { defaultNote, withNotes } from "../options/EnvironmentOption.ts"
import { makeCommand } from "../options/Options.ts"
import { keyLedgerAt, keyStoreAt, keysOption } from "./KeyOptions.ts"

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

/**
 * `taxonomy keys migrate`: creates missing tables, if others lack the privilege to do so, and copies another ledger
 * into them.
 */
export const migrateKeys = makeCommand("migrate", migrateKeysOptions, {
  "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy": "Create or update the tables",
  "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy --from var/keys.ndjson":
    "Move the keys from a file to a database"
})(function* ({ from, keys }) {
  const { migrate } = yield* keyLedgerAt(keys)
  if (migrate !== undefined) {
    const count = yield* migrate
    yield* Console.log(count === 0 ? "The tables are up to date." : "The tables were created.")
  } else if (Option.isNone(from)) {
    yield* Console.log("A key ledger in a file needs no tables.")
  }
  if (Option.isSome(from)) yield* Effect.scoped(copyLedger(from.value, keys))
})

/** Copies the lines of a ledger that was verified, and its checkpoint. Both stay valid, since they name no backend. */
const copyLedger = Effect.fnUntraced(function* (from: string, to: string) {
  const source = yield* ledgerAt(from)
  const copy = yield* source.readSigned(emptyKeyLedger)
  if (copy.log.size === 0) return yield* commandRefused(`The key ledger ${source.location} has no events to copy.`)
  const target = yield* ledgerAt(to)
  yield* target.fill(copy)
  const signed = copy.checkpoint === undefined ? "" : " and the checkpoint"
  yield* Console.log(
    `Copied ${formatCount(copy.log.size, "event")}${signed} from ${source.location} to ${target.location}.`
  )
})

const ledgerAt = (location: string) =>
  Effect.map(Layer.build(keyStoreAt(location)), (services) => Context.get(services, KeyStore).ledger)
