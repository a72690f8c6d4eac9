import { toBase64 } from "../../domain/transparency/Bytes.ts"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { formatLeaf, type LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { formatProof } from "../../domain/transparency/VerifyProof.ts"

/** The log of a ledger and its checkpoint, which may be older than the end of the ledger. */
export interface SignedLog {
  readonly leaves: ReadonlyArray<LogLeaf>
  /** The tree over the leaves. */
  readonly tree: MerkleTree
  readonly checkpoint: Pick<StoredCheckpoint, "size" | "source">
}

/** An artifact of a published release. */
interface PublishedArtifact {
  /** The full version of the release. */
  readonly version: string
  /** The text of its `manifest.json`, as `readManifest` checks it. */
  readonly manifest: string
  /** The path of the artifact in the folder of the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path: string
}

/**
 * Returns a function that makes the text of proofs (C2SP tlog-proof). It hashes no leaf, so a proof takes a logarithmic
 * number of steps. It returns `undefined` if the checkpoint does not cover the release yet.
 */
export const makeProver = ({ checkpoint, leaves, tree }: SignedLog) => {
  const indexes = new Map(
    leaves.slice(0, checkpoint.size).flatMap(({ manifest, version }, index) => {
      // Other events of a release published nothing.
      return manifest === null || version === null ? [] : [[version, index] as const]
    })
  )
  return ({ manifest, path, version }: PublishedArtifact): string | undefined => {
    const index = indexes.get(version)
    const leaf = index === undefined ? undefined : leaves[index]
    if (index === undefined || leaf === undefined) return undefined
    const hashes = tree.inclusionProof(index, checkpoint.size)
    return formatProof({ leaf: formatLeaf(leaf), manifest, path, index, hashes, checkpoint: checkpoint.source })
  }
}

/**
 * The text with which a witness is asked to cosign a checkpoint, if it has seen the log at a smaller size: the body of
 * `add-checkpoint` (C2SP tlog-witness). Throws a `RangeError` if the checkpoint covers fewer events.
 */
export const formatAddCheckpoint = ({ checkpoint, tree }: Omit<SignedLog, "leaves">, since: number): string => {
  const hashes = tree.consistencyProof(since, checkpoint.size)
  return [`old ${since}`, ...hashes.map(toBase64), "", checkpoint.source].join("\n")
}
