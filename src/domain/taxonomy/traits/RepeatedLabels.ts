import { memoizeByIdentity } from "../../MemoizeByIdentity.ts"

/** An item that readers choose by its label. */
export interface Labelled {
  readonly label: string
  readonly deprecated?: object
}

/** The positions of two items with one label. */
export type RepeatedLabel = readonly [first: number, second: number]

/**
 * The items that repeat the label of an earlier item of their list, ignoring case and spaces. Deprecated items are not
 * chosen any more.
 */
export const repeatedLabels = memoizeByIdentity((items: ReadonlyArray<Labelled>): ReadonlyArray<RepeatedLabel> => {
  const first = new Map<string, number>()
  const repeated: Array<RepeatedLabel> = []
  for (const [position, { deprecated, label }] of items.entries()) {
    if (deprecated !== undefined) continue
    const key = withoutSpaces(label.toLowerCase())
    const other = first.get(key)
    if (other === undefined) first.set(key, position)
    else if (!isSentence.test(label)) repeated.push([other, position])
  }
  return repeated
})

/** A label that describes rather than names: other items may be described alike. */
const isSentence = /^\S+(?:\s+\S+){4,}\.$/u

const withoutSpaces = (text: string): string => {
  const joined = text.replaceAll(" ", "")
  return /\s/u.test(joined) ? joined.replaceAll(/\s+/gu, "") : joined
}
