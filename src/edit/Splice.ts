/** The replacement of a range of a text. Offsets are UTF-16 code units. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies splices that do not overlap. Of two at the same offset, the first comes first. */
export const applySplices = (text: string, splices: ReadonlyArray<Splice>): string => {
  let result = ""
  let at = 0
  for (const splice of splices.toSorted((left, right) => left.start - right.start)) {
    result += text.slice(at, splice.start) + splice.text
    at = splice.end
  }
  return result + text.slice(at)
}

/** True if two splices share a character or an offset, so that their order matters. */
export const touches = (left: Splice, right: Splice): boolean => left.start <= right.end && right.start <= left.end
