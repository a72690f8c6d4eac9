import { concatBytes, type Bytes } from "./Bytes.ts"
import type { LogCrypto } from "./VerifierKey.ts"

/** The bytes before a leaf and before an inner node, so that neither can be taken for the other (RFC 6962, section 2.1). */
const hashPrefix = { leaf: 0, node: 1 } as const

/**
 * Returns the root to which the hashes of an inclusion proof lead from a leaf, or `undefined` if their number does not
 * fit (RFC 9162, section 2.1.3.2).
 */
export const rootOfInclusion = async (
  { sha256 }: Pick<LogCrypto, "sha256">,
  leaf: Bytes,
  index: number,
  size: number,
  hashes: ReadonlyArray<Bytes>
): Promise<Bytes | undefined> => {
  let hash = await sha256(concatBytes([hashPrefix.leaf], leaf))
  let position = index
  let last = size - 1
  for (const sibling of hashes) {
    if (last === 0) return undefined
    if (position % 2 === 1 || position === last) {
      hash = await sha256(concatBytes([hashPrefix.node], sibling, hash))
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else {
      hash = await sha256(concatBytes([hashPrefix.node], hash, sibling))
    }
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : undefined
}

/** Returns the SHA-256 of bytes. The shell provides it. */
type HashBytes = (bytes: Bytes) => Bytes

/** The Merkle tree over the leaves of a log, and over each of its beginnings (RFC 6962, section 2.1). */
export interface MerkleTree {
  /** The number of leaves. */
  readonly size: number
  /** The root over the first leaves. Throws a `RangeError` if there are fewer. */
  readonly root: (size: number) => Bytes
  /** The hashes from the sibling of a leaf up to the root's child, for the tree of the first leaves. */
  readonly inclusionProof: (index: number, size: number) => ReadonlyArray<Bytes>
  /** The hashes that lead from the root of the first leaves to the root of more of them. */
  readonly consistencyProof: (before: number, size: number) => ReadonlyArray<Bytes>
}

/** Hashes all leaves once. Roots and proofs then take a logarithmic number of steps. */
export const makeMerkleTree = (sha256: HashBytes, leaves: ReadonlyArray<Bytes>): MerkleTree => {
  const hashNode = (left: Bytes, right: Bytes): Bytes => sha256(concatBytes([hashPrefix.node], left, right))
  /** The roots of the complete subtrees, by the logarithm of their size. */
  const levels = [leaves.map((leaf) => sha256(concatBytes([hashPrefix.leaf], leaf)))]
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    levels.push(pairsOf(level).map(([left, right]) => hashNode(left, right)))
  }

  const rootOf = (start: number, end: number): Bytes => {
    const size = end - start
    const known = Number.isInteger(Math.log2(size)) ? levels[Math.log2(size)]?.[start / size] : undefined
    if (known !== undefined) return known
    const middle = start + splitOf(size)
    return hashNode(rootOf(start, middle), rootOf(middle, end))
  }

  const inclusion = (index: number, start: number, end: number): ReadonlyArray<Bytes> => {
    if (end - start === 1) return []
    const middle = start + splitOf(end - start)
    return index < middle
      ? [...inclusion(index, start, middle), rootOf(middle, end)]
      : [...inclusion(index, middle, end), rootOf(start, middle)]
  }

  /** `isRoot` is true while the subtree is one whose root the reader knows. */
  const consistency = (before: number, start: number, end: number, isRoot: boolean): ReadonlyArray<Bytes> => {
    if (before === end) return isRoot ? [] : [rootOf(start, end)]
    const middle = start + splitOf(end - start)
    return before <= middle
      ? [...consistency(before, start, middle, isRoot), rootOf(middle, end)]
      : [...consistency(before, middle, end, false), rootOf(start, middle)]
  }

  const checkSize = (size: number, min: number): void => {
    if (!Number.isInteger(size) || size < min || size > leaves.length) {
      throw new RangeError(`A tree of ${leaves.length} leaves has no part of size ${size}`)
    }
  }

  return {
    size: leaves.length,
    root: (size) => {
      checkSize(size, 0)
      return size === 0 ? sha256(new Uint8Array()) : rootOf(0, size)
    },
    inclusionProof: (index, size) => {
      checkSize(size, index + 1)
      return inclusion(index, 0, size)
    },
    consistencyProof: (before, size) => {
      checkSize(size, before)
      return before === 0 ? [] : consistency(before, 0, size, true)
    }
  }
}

/** The largest power of two below a size. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))

const pairsOf = (hashes: ReadonlyArray<Bytes>): ReadonlyArray<readonly [Bytes, Bytes]> => {
  const pairs: Array<readonly [Bytes, Bytes]> = []
  for (let index = 1; index < hashes.length; index += 2) {
    const [left, right] = [hashes[index - 1], hashes[index]]
    if (left !== undefined && right !== undefined) pairs.push([left, right])
  }
  return pairs
}
