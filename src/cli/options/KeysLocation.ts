import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { findKeyLedger } from "../../keys/KeyLedgerLocation.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keysLogKeyVariable } from "../../keys/log/KeySigningRefused.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"

/** Finds the key ledger that `--keys` names, and hides its password in the list of processes. */
export const keyLedgerAt = (location: string) =>
  Effect.tap(findKeyLedger(location), ({ hasPassword }) =>
    Effect.sync(() => {
      if (hasPassword) hideFromProcessList(location)
    })
  )

/** The commands on the API keys in a ledger. What they append is signed with the keys in the environment. */
export const keyStoreAt = (location: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { ledger } = yield* keyLedgerAt(location)
      const files = yield* Effect.context<FileSystem.FileSystem>()
      const signingKeys = Effect.provide(readSigningKeys(keysLogKeyVariable), files)
      return Layer.provide(KeyStore.layer(undefined, signingKeys), ledger)
    })
  )
