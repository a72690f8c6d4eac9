import { hash } from "node:crypto"
import { encodeUtf8 } from "../../domain/transparency/Bytes.ts"
import { formatLeaf, type LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import { makeMerkleTree, type MerkleTree } from "../../domain/transparency/MerkleTree.ts"

/** The tree over the leaves of a ledger. */
export const makeLogTree = (leaves: ReadonlyArray<LogLeaf>): MerkleTree =>
  makeMerkleTree(
    (bytes) => new Uint8Array(hash("sha256", bytes, "buffer")),
    leaves.map((leaf) => encodeUtf8(formatLeaf(leaf)))
  )
