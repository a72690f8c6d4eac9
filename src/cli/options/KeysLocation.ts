import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { findKeyLedger } from "../../keys/KeyLedgerLocation.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"

/** Finds the key ledger that `--keys` names, and hides its password in the list of processes. */
export const keyLedgerAt = (location: string) =>
  Effect.tap(findKeyLedger(location), ({ hasPassword }) =>
    Effect.sync(() => {
      if (hasPassword) hideFromProcessList(location)
    })
  )

export const keyStoreAt = (location: string) =>
  Layer.unwrap(Effect.map(keyLedgerAt(location), ({ ledger }) => Layer.provide(KeyStore.layer(), ledger)))
