/** Names, with what excludes most of them from a comparison within a few nanoseconds each. */
export interface SignedNames {
  readonly names: ReadonlyArray<string>
  readonly lengths: Int32Array
  /** For each name the bits of its characters, then those of its pairs of neighbors. */
  readonly signatures: Int32Array
}

export const signNames = (names: ReadonlyArray<string>): SignedNames => {
  const signatures = new Int32Array(names.length * 2 * setSize)
  for (const [index, name] of names.entries()) sign(name, signatures, index * 2 * setSize)
  return { names, lengths: Int32Array.from(names, ({ length }) => length), signatures }
}

/**
 * Visits every name within a number of edits of a text, and few others, in their order. A visit returns the number of
 * edits that the next names may need; none is visited if it is negative.
 */
export const visitSimilar = (
  { lengths, names, signatures }: SignedNames,
  text: string,
  maxEdits: number,
  visit: (name: string, index: number) => number
): void => {
  const own = new Int32Array(2 * setSize)
  sign(text, own, 0)
  let edits = maxEdits
  for (let index = 0; index < names.length && edits >= 0; index += 1) {
    const added = (lengths[index] ?? 0) - text.length
    if (added > edits || -added > edits) continue
    const start = index * 2 * setSize
    // Besides the characters that it adds, an edit can replace or remove one, and with it two pairs of neighbors.
    if (lacksMore(own, 0, signatures, start, added > 0 ? edits - added : edits)) continue
    if (lacksMore(own, setSize, signatures, start + setSize, 2 * edits)) continue
    edits = visit(names[index] ?? "", index)
  }
}

/** A set of numbers below 128, of 32 bits each. */
const setSize = 4

const sign = (text: string, signatures: Int32Array, start: number): void => {
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    // The second and third of equal characters count as others.
    let occurrence = 0
    for (let at = text.indexOf(text.charAt(index)); at < index; at = text.indexOf(text.charAt(index), at + 1))
      occurrence += 1
    addTo(signatures, start, character + occurrence * 37)
    if (index > 0) addTo(signatures, start + setSize, text.charCodeAt(index - 1) * 31 + character)
  }
}

const addTo = (sets: Int32Array, start: number, member: number): void => {
  const at = start + ((member >> 5) & (setSize - 1))
  sets[at] = (sets[at] ?? 0) | (1 << (member & 31))
}

/** True if more members of a set than a maximum are missing in another. */
const lacksMore = (set: Int32Array, at: number, other: Int32Array, otherAt: number, max: number): boolean => {
  let missing = countMissing(set, at, other, otherAt) + countMissing(set, at + 1, other, otherAt + 1)
  if (missing > max) return true
  missing += countMissing(set, at + 2, other, otherAt + 2)
  return missing > max || missing + countMissing(set, at + 3, other, otherAt + 3) > max
}

const countMissing = (set: Int32Array, at: number, other: Int32Array, otherAt: number): number =>
  countBits((set[at] ?? 0) & ~(other[otherAt] ?? 0))

const countBits = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
