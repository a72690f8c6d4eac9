import { hash } from "node:crypto"
import { encodeUtf8 } from "../../domain/transparency/Bytes.ts"
import { formatLeaf, type LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import { makeMerkleTree, type MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { lazy } from "../../platform/Lazy.ts"

/** The tree over the leaves of a ledger. Hashes nothing before it is used, since a log without a signature needs no tree. */
export const makeLogTree = (leaves: ReadonlyArray<LogLeaf>): MerkleTree => {
  const tree = lazy(() =>
    makeMerkleTree(
      (bytes) => new Uint8Array(hash("sha256", bytes, "buffer")),
      leaves.map((leaf) => encodeUtf8(formatLeaf(leaf)))
    )
  )
  return {
    size: leaves.length,
    root: (size) => tree().root(size),
    inclusionProof: (index, size) => tree().inclusionProof(index, size),
    consistencyProof: (before, size) => tree().consistencyProof(before, size)
  }
}
