/** Names, with what excludes most of them from a comparison within a few nanoseconds each. */
export interface SignedNames {
  readonly groups: ReadonlyArray<NameGroup>
}

/** Names of one length with equally many characters of two kinds. */
interface NameGroup {
  readonly length: number
  readonly counts: readonly [number, number]
  readonly names: ReadonlyArray<string>
  /** Where each name was in the list of all names. */
  readonly indexes: ReadonlyArray<number>
  /** For each name the bits of its characters, then those of its pairs of neighbors. */
  readonly signatures: Int32Array
}

export const signNames = (names: ReadonlyArray<string>): SignedNames => {
  const groups = Map.groupBy(names.keys(), (index) => {
    const name = names[index] ?? ""
    return `${name.length} ${countsOf(name).join(" ")}`
  })
  return { groups: [...groups.values()].map((indexes) => makeGroup(names, indexes)) }
}

const makeGroup = (all: ReadonlyArray<string>, indexes: ReadonlyArray<number>): NameGroup => {
  const names = indexes.map((index) => all[index] ?? "")
  const [first = ""] = names
  const signatures = new Int32Array(names.length * 2 * setSize)
  for (const [at, name] of names.entries()) sign(name, signatures, at * 2 * setSize)
  return { length: first.length, counts: countsOf(first), names, indexes, signatures }
}

/**
 * Visits every name within a number of edits of a text, and few others, in no particular order. A visit returns the number
 * of edits that the next names may need; none is visited if it is negative.
 */
export const visitSimilar = (
  { groups }: SignedNames,
  text: string,
  maxEdits: number,
  visit: (name: string, index: number) => number
): void => {
  const own = new Int32Array(2 * setSize)
  sign(text, own, 0)
  const [first, second] = countsOf(text)
  let edits = maxEdits
  for (const { counts, indexes, length, names, signatures } of groups) {
    const added = length - text.length
    // An edit changes the length and each count by 1 at most.
    if (Math.abs(added) > edits || Math.abs(counts[0] - first) > edits || Math.abs(counts[1] - second) > edits) continue
    for (let at = 0; at < names.length && edits >= 0; at += 1) {
      const start = at * 2 * setSize
      // Besides the characters that it adds, an edit can replace or remove one, and with it two pairs of neighbors.
      if (lacksMore(own, 0, signatures, start, added > 0 ? edits - added : edits)) continue
      if (lacksMore(own, setSize, signatures, start + setSize, 2 * edits)) continue
      edits = visit(names[at] ?? "", indexes[at] ?? 0)
    }
    if (edits < 0) return
  }
}

/** How many characters have an odd code, and how many one whose second bit is set. */
const countsOf = (text: string): readonly [number, number] => {
  let [first, second] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    first += character & 1
    second += (character >> 1) & 1
  }
  return [first, second]
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
