import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { RandomBytes } from "../../../src/domain/keys/ApiKey.ts"
import { findKeyLedger } from "../../../src/keys/KeyLedgerLocation.ts"
import { KeyStore } from "../../../src/keys/KeyStore.ts"
import type { SigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"

/** A temporary folder, and the path of a key ledger in it. */
export const temporaryLedger = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "keys-" })
  return { folder, path: `${folder}/var/keys.ndjson` }
}).pipe(Effect.provide(NodeFileSystem.layer))

/** A store of keys at a location that `--keys` may name. */
export const storeIn = Effect.fnUntraced(function* (
  location: string,
  randomBytes?: RandomBytes,
  signingKeys?: SigningKeys
) {
  const files = Layer.merge(NodeFileSystem.layer, NodePath.layer)
  const { ledger } = yield* Effect.provide(findKeyLedger(location), files)
  const layer = KeyStore.layer(randomBytes, Effect.succeed(signingKeys)).pipe(
    Layer.provide(ledger),
    Layer.provide(files)
  )
  return Context.get(yield* Layer.build(layer), KeyStore)
})

export const holder = {
  organization: "Acme",
  use_case: "A shop",
  expected_volume: "10 a day",
  environment: "production",
  tier: "professional"
} as const
