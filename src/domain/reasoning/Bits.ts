/** A set of small numbers, 32 to a word. Sets that are combined have the same length. */
export type Bits = Int32Array

export const makeBits = (words: number): Bits => new Int32Array(words)

export const hasBit = (bits: Bits, index: number): boolean => ((bits[index >> 5] ?? 0) & (1 << (index & 31))) !== 0

export const setBit = (bits: Bits, index: number): void => {
  bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31))
}

/** The numbers of a set, from the smallest. */
export const listBits = (bits: Bits): ReadonlyArray<number> => {
  const found: Array<number> = []
  bits.forEach((word, at) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) found.push(at * 32 + 31 - Math.clz32(rest & -rest))
  })
  return found
}

export const isEmpty = (bits: Bits): boolean => bits.every((word) => word === 0)

export const isWithin = (bits: Bits, of: Bits): boolean => bits.every((word, at) => (word & ~(of[at] ?? 0)) === 0)

/** True if the sets have a number in common. */
export const meets = (left: Bits, right: Bits): boolean => {
  for (let at = 0; at < left.length; at += 1) if (((left[at] ?? 0) & (right[at] ?? 0)) !== 0) return true
  return false
}

export const and = (left: Bits, right: Bits): Bits => left.map((word, at) => word & (right[at] ?? 0))

export const or = (left: Bits, right: Bits): Bits => left.map((word, at) => word | (right[at] ?? 0))

export const without = (left: Bits, right: Bits): Bits => left.map((word, at) => word & ~(right[at] ?? 0))
