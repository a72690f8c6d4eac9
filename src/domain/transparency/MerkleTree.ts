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
  /** What is needed to go on without the leaves. */
  readonly peaks: () => MerklePeaks
  /** The hashes from the sibling of a leaf up to the root's child, for the tree of the first leaves. */
  readonly inclusionProof: (index: number, size: number) => ReadonlyArray<Bytes>
  /** The hashes that lead from the root of the first leaves to the root of more of them. */
  readonly consistencyProof: (before: number, size: number) => ReadonlyArray<Bytes>
}

/** The beginning of a log whose leaves are not known any more: enough for the roots of the log as it grows. */
export interface MerklePeaks {
  readonly size: number
  /** The roots of the complete subtrees that the leaves fill, the largest first. */
  readonly roots: ReadonlyArray<Bytes>
}

/** Hashes all leaves once. Roots and proofs then take a logarithmic number of steps. */
export const makeMerkleTree = (
  sha256: HashBytes,
  leaves: ReadonlyArray<Bytes>,
  before: MerklePeaks = { size: 0, roots: [] }
): MerkleTree => {
  const total = before.size + leaves.length
  const hashNode = (left: Bytes, right: Bytes): Bytes => sha256(concatBytes([hashPrefix.node], left, right))
  /** The roots of the complete subtrees, by the logarithm of their size. */
  const levels: Array<Array<Bytes | undefined>> = []
  const place = (height: number, index: number, hash: Bytes | undefined) => {
    while (levels.length <= height) levels.push([])
    const level = levels[height]
    if (level !== undefined) level[index] = hash
  }
  for (const [index, { height, start }] of peaksOf(before.size).entries()) {
    place(height, start / 2 ** height, before.roots[index])
  }
  for (const [index, leaf] of leaves.entries()) {
    place(0, before.size + index, sha256(concatBytes([hashPrefix.leaf], leaf)))
  }
  for (let height = 0; 2 ** (height + 1) <= total; height++) {
    const level = levels[height] ?? []
    for (let index = 1; index < level.length; index += 2) {
      const [left, right] = [level[index - 1], level[index]]
      if (left !== undefined && right !== undefined) place(height + 1, (index - 1) / 2, hashNode(left, right))
    }
  }

  const rootOf = (start: number, end: number): Bytes => {
    const size = end - start
    const known = Number.isInteger(Math.log2(size)) ? levels[Math.log2(size)]?.[start / size] : undefined
    if (known !== undefined) return known
    if (size === 1) throw new RangeError(`The leaf ${start} of this tree is not known`)
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
    if (!Number.isInteger(size) || size < min || size > total) {
      throw new RangeError(`A tree of ${total} leaves has no part of size ${size}`)
    }
  }

  return {
    size: total,
    root: (size) => {
      checkSize(size, 0)
      return size === 0 ? sha256(new Uint8Array()) : rootOf(0, size)
    },
    peaks: () => ({
      size: total,
      roots: peaksOf(total).map(({ height, start }) => rootOf(start, start + 2 ** height))
    }),
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

/** The complete subtrees that the first leaves fill, the largest first. */
const peaksOf = (size: number): ReadonlyArray<{ readonly height: number; readonly start: number }> => {
  const peaks: Array<{ readonly height: number; readonly start: number }> = []
  for (let start = 0; start < size; start += 2 ** (peaks.at(-1)?.height ?? 0)) {
    peaks.push({ height: Math.floor(Math.log2(size - start)), start })
  }
  return peaks
}
