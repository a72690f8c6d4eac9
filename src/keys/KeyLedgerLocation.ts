import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Event } from "../domain/ledger/EventCodec.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { isServerAddress } from "../platform/ServerAddress.ts"
import type { UsageStore } from "../usage/UsageStore.ts"
import { fileLedger } from "./file/FileKeyLedger.ts"
import { keyLedgerCodec, type LedgerCodec } from "./KeyLedgerCodec.ts"
import type { KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import { KeyLedgerStore, type LedgerStore } from "./KeyLedgerStore.ts"

/** A ledger that `--keys` or `--hooks` names, in the backend that its URL scheme selects. */
export interface LedgerLocation<S, Ev extends Event> {
  /** True if the location contains a password, which must not be shown. */
  readonly hasPassword: boolean
  readonly store: Effect.Effect<LedgerStore<S, Ev>, never, FileSystem.FileSystem | Scope.Scope>
  /** Creates missing tables and returns how many migrations ran; `undefined` for a backend without tables. */
  readonly migrate: Effect.Effect<number, KeyLedgerUnavailable> | undefined
  /** The usage of the keys, beside the ledger; `undefined` for a backend that does not keep it. */
  readonly usage: UsageStore | undefined
}

export type LedgerBackend = <S, Ev extends Event>(
  codec: LedgerCodec<S, Ev>,
  location: string
) => Effect.Effect<LedgerLocation<S, Ev>, KeyLocationInvalid, FileSystem.FileSystem>

const fileBackend: LedgerBackend = (codec, path) =>
  Effect.succeed({ hasPassword: false, store: fileLedger(codec, path), migrate: undefined, usage: undefined })

// A database client takes as long to load as all of a command that needs none, so each is loaded on demand.
const postgresBackend = async () => (await import("./postgres/PostgresKeyLedger.ts")).postgresBackend

/** The backends by URL scheme. A location without a scheme is a file. */
const backends: ReadonlyMap<string, () => Promise<LedgerBackend>> = new Map([
  ["postgres", postgresBackend],
  ["postgresql", postgresBackend]
])

/** Finds the ledger of API keys that a location names. */
export const findKeyLedger = (location: string) =>
  Effect.map(findLedger(keyLedgerCodec, location), (found) => ({
    ...found,
    ledger: Layer.effect(KeyLedgerStore, found.store)
  }))

/** Finds the ledger that a location names. Errors never repeat a URL, which may contain a password. */
export const findLedger = Effect.fnUntraced(function* <S, Ev extends Event>(
  codec: LedgerCodec<S, Ev>,
  location: string
) {
  const option = `--${codec.subject}s`
  if (location === "") return yield* new KeyLocationInvalid({ reason: `${option} is empty. Name a file` })
  const [, scheme = "", slashes] = /^([a-z][a-z0-9+.-]*):(\/\/)?/i.exec(location) ?? []
  const load = backends.get(scheme.toLowerCase())
  if (load !== undefined && slashes !== undefined) {
    return yield* (yield* Effect.promise(load))(codec, location)
  }
  // Otherwise the password would be part of a file name.
  if (load !== undefined) return yield* new KeyLocationInvalid({ reason: `Start the URL with ${scheme}://` })
  if (!isServerAddress(location)) return yield* fileBackend(codec, location)
  const supported = [...backends.keys()].map((known) => `${known}://`).join(" or ")
  return yield* new KeyLocationInvalid({
    reason: `${option} is neither a file nor a URL that starts with ${supported}. Begin the path of a file with ./ if it looks like an address`
  })
})

export class KeyLocationInvalid extends Schema.TaggedError<KeyLocationInvalid>()("KeyLocationInvalid", {
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return this.reason
  }
}
