import { concatBytes, type Bytes } from "./Bytes.ts"
import type { LogCrypto } from "./LogCrypto.ts"

/** The bytes before a leaf and before an inner node, so that neither can be taken for the other (RFC 6962, section 2.1). */
export const hashPrefix = { leaf: 0, node: 1 } as const

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
