import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Bytes } from "../../../../src/domain/transparency/Bytes.ts"
import type { LogLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { verifyProof } from "../../../../src/domain/transparency/VerifyProof.ts"
import { makeSyncReader } from "../../../../src/platform/RegularFiles.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { readArtifacts, readManifest } from "../../../../src/release/artifacts/ArtifactCheck.ts"
import { readLedger } from "../../../../src/release/Ledger.ts"
import { makeLogTree } from "../../../../src/release/log/CheckpointFile.ts"
import { makeProver } from "../../../../src/release/log/ProveArtifact.ts"
import { signCheckpoint, generateSigningKey } from "../../../../src/transparency/SigningKey.ts"

const { key } = await generateSigningKey("example.com/log", "ed25519")

const signedLog = (leaves: ReadonlyArray<LogLeaf>, size = leaves.length) => {
  const tree = makeLogTree(leaves)
  const source = signCheckpoint({ origin: key.verifier.name, size, root: tree.root(size) }, [key])
  return { leaves, tree, checkpoint: { size, source } }
}

describe("makeProver", () => {
  it.effect("proves every file of every release of this taxonomy in at most 20 kB", () =>
    Effect.gen(function* () {
      const { history, leaves } = yield* readLedger("releases")
      const prove = makeProver(signedLog(leaves))
      for (const release of history.releases.values()) {
        const { version } = release
        const manifest = yield* readManifest("releases", release, makeSyncReader())
        const artifacts = yield* readArtifacts("releases", release, makeSyncReader(), () => true)
        assert.isAbove(artifacts.size, 6)
        for (const [path, { bytes }] of artifacts) {
          const proof = prove({ manifest, path, version }) ?? ""
          assert.isAtMost(Buffer.byteLength(proof), 20_000)
          const artifact: Bytes = new Uint8Array(bytes)
          const proven = yield* Effect.promise(() =>
            verifyProof(webCrypto, { artifact, proof }, { logKeys: [key.verifier] }, { path, version })
          )
          assert.deepStrictEqual([proven.version, proven.path], [version, path])
        }
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it("finds the leaf of the publication among the events of a release", () => {
    const prove = makeProver(signedLog([published(1, "1.0.0"), published(2, "1.1.0"), withdrawn(3, "1.1.0")]))
    assert.include(prove({ manifest: "{}", path: "schema.json", version: "1.1.0" }), "\nindex 1\n")
  })

  it("makes no proof of a release that the checkpoint does not cover", () => {
    const prove = makeProver(signedLog([published(1, "1.0.0"), published(2, "1.1.0")], 1))
    assert.include(prove({ manifest: "{}", path: "schema.json", version: "1.0.0" }), "\nindex 0\n")
    assert.isUndefined(prove({ manifest: "{}", path: "schema.json", version: "1.1.0" }))
  })
})

const published = (sequence: number, version: string): LogLeaf => ({
  event: `sha256:${"0".repeat(64)}`,
  manifest: `sha256:${"1".repeat(64)}`,
  sequence,
  type: "ReleasePublished",
  version
})

const withdrawn = (sequence: number, version: string): LogLeaf => ({
  ...published(sequence, version),
  manifest: null,
  type: "ReleaseWithdrawn"
})
