import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../platform/ExitCode.ts"
import { isServerAddress } from "../platform/ServerAddress.ts"
import { fileKeyLedger } from "./file/FileKeyLedger.ts"
import type { KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import type { KeyLedgerStore } from "./KeyLedgerStore.ts"

/** A ledger that `--keys` names, in the backend that its URL scheme selects. */
export interface KeyLedgerLocation {
  /** True if the location contains a password, which must not be shown. */
  readonly hasPassword: boolean
  readonly ledger: Layer.Layer<KeyLedgerStore, KeyLedgerUnavailable, FileSystem.FileSystem>
  /** Creates missing tables and returns how many migrations ran; `undefined` for a backend without tables. */
  readonly migrate: Effect.Effect<number, KeyLedgerUnavailable> | undefined
}

export type KeyLedgerBackend = (
  location: string
) => Effect.Effect<KeyLedgerLocation, KeyLocationInvalid, FileSystem.FileSystem>

const fileBackend: KeyLedgerBackend = (path) =>
  Effect.succeed({ hasPassword: false, ledger: fileKeyLedger(path), migrate: undefined })

// A database client takes as long to load as all of a command that needs none, so each is loaded on demand.
const postgresBackend = async () => (await import("./postgres/PostgresKeyLedger.ts")).postgresBackend

/** The backends by URL scheme. A location without a scheme is a file. */
const backends: ReadonlyMap<string, () => Promise<KeyLedgerBackend>> = new Map([
  ["postgres", postgresBackend],
  ["postgresql", postgresBackend]
])

/** Finds the ledger that a location names. Errors never repeat a URL, which may contain a password. */
export const findKeyLedger = Effect.fnUntraced(function* (location: string) {
  if (location === "") return yield* new KeyLocationInvalid({ reason: "--keys is empty. Name a file" })
  const [, scheme = "", slashes] = /^([a-z][a-z0-9+.-]*):(\/\/)?/i.exec(location) ?? []
  const load = backends.get(scheme.toLowerCase())
  if (load !== undefined && slashes !== undefined) return yield* (yield* Effect.promise(load))(location)
  // Otherwise the password would be part of a file name.
  if (load !== undefined) return yield* new KeyLocationInvalid({ reason: `Start the URL with ${scheme}://` })
  if (!isServerAddress(location)) return yield* fileBackend(location)
  const supported = [...backends.keys()].map((known) => `${known}://`).join(" or ")
  return yield* new KeyLocationInvalid({
    reason: `--keys is neither a file nor a URL that starts with ${supported}. Begin the path of a file with ./ if it looks like an address`
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
