// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { plain } from "./NoteText.ts"

/** Two texts as one, with the words that are gone struck through and the new words in bold. */
export const redline = (before: string, after: string): string => {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const kept = old.length * now.length > maxComparisons ? [] : commonWords(old, now)
  // A few common words in two different texts would only scatter the marks.
  const pairs = kept.length * 3 < Math.min(old.length, now.length) ? [] : kept
  const parts: Array<string> = []
  let [from, to] = [0, 0]
  for (const [left, right] of [...pairs, [old.length, now.length] as const]) {
    parts.push(...mark("~~", old.slice(from, left)), ...mark("**", now.slice(to, right)))
    if (left < old.length) parts.push(plain(old[left] ?? ""))
    ;[from, to] = [left + 1, right + 1]
  }
  return parts.join(" ")
}

/** A bound for the time of the comparison: texts that are longer are shown as a whole. */
const maxComparisons = 4_000_000

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

const mark = (sign: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length === 0 ? [] : [`${sign}${words.map(plain).join(" ")}${sign}`]

/** The indexes of the words of a longest common subsequence. */
const commonWords = (
  old: ReadonlyArray<string>,
  now: ReadonlyArray<string>
): ReadonlyArray<readonly [left: number, right: number]> => {
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const lengthAt = (left: number, right: number): number => lengths[left * width + right] ?? 0
  for (let left = old.length - 1; left >= 0; left -= 1) {
    for (let right = now.length - 1; right >= 0; right -= 1) {
      lengths[left * width + right] =
        old[left] === now[right]
          ? lengthAt(left + 1, right + 1) + 1
          : Math.max(lengthAt(left + 1, right), lengthAt(left, right + 1))
    }
  }
  const pairs: Array<readonly [number, number]> = []
  let [left, right] = [0, 0]
  while (left < old.length && right < now.length) {
    if (old[left] === now[right]) pairs.push([left++, right++])
    else if (lengthAt(left + 1, right) >= lengthAt(left, right + 1)) left += 1
    else right += 1
  }
  return pairs
}
