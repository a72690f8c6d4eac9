import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import type { VerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { verifyProof, type ExpectedArtifact } from "../../../src/domain/transparency/VerifyProof.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { readLedger } from "../../../src/release/Ledger.ts"
import { makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import { signCheckpoint, generateSigningKey, type SigningKey } from "../../../src/transparency/SigningKey.ts"
import { publishStory } from "./licensing.ts"
import { publishRelease } from "./releases.ts"

/** The checkpoint of the ledger in a folder, or of its first events. */
export const checkpointOf = Effect.fnUntraced(function* (
  releases: string,
  keys: readonly [SigningKey, ...ReadonlyArray<SigningKey>],
  size?: number
) {
  const { leaves } = yield* readLedger(releases)
  const covered = size ?? leaves.length
  const root = makeLogTree(leaves).root(covered)
  return signCheckpoint({ origin: keys[0].verifier.name, size: covered, root }, keys)
}, Effect.orDie)

/** Puts a file in place in one step, as the publisher does. */
export const putFile = Effect.fnUntraced(function* (path: string, text: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${path}-new`, text)
  yield* fs.rename(`${path}-new`, path)
}, Effect.orDie)

/** Signs the ledger in a folder. */
export const signLog = Effect.fnUntraced(function* (releases: string, ...keys: Parameters<typeof checkpointOf>[1]) {
  yield* putFile(`${releases}/checkpoint`, yield* checkpointOf(releases, keys))
})

/** Publishes the story of the service specification and signs the log. */
export const publishSignedStory = Effect.fnUntraced(function* (releases: string) {
  const { key } = yield* Effect.promise(() => generateSigningKey("example.com/taxonomy", "ed25519"))
  yield* publishStory(releases)
  yield* signLog(releases, key)
})

/** What the folder looks like with one more release, which is published elsewhere. `arrive` copies it here. */
export const laterRelease = Effect.fnUntraced(function* (releases: string, version: string, taxonomy: Taxonomy) {
  const fs = yield* FileSystem.FileSystem
  const elsewhere = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
  yield* fs.copy(releases, elsewhere)
  yield* fs.remove(`${elsewhere}/checkpoint`, { force: true })
  yield* publishRelease(elsewhere, version, taxonomy)
  const ledger = yield* fs.readFileString(`${elsewhere}/ledger.ndjson`)
  return {
    releases: elsewhere,
    arrive: Effect.orDie(fs.copy(`${elsewhere}/v${version}`, `${releases}/v${version}`)).pipe(
      Effect.andThen(putFile(`${releases}/ledger.ndjson`, ledger))
    )
  }
}, Effect.orDie)

/** Verifies a proof of bytes as a reader does who trusts one key. */
export const verified = (
  received: { readonly artifact: Uint8Array; readonly proof: Uint8Array },
  key: VerifierKey,
  expected?: ExpectedArtifact
) => {
  const artifact = new Uint8Array(received.artifact)
  const proof = new TextDecoder().decode(received.proof)
  return Effect.promise(() => verifyProof(webCrypto, { artifact, proof }, { logKeys: [key] }, expected))
}
