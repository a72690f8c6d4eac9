import { makeSeededRandom, shuffle } from "../soak/schedule/SeededRandom.ts"
import type { LineRange } from "./LineRange.ts"

/** A source by its path. */
export type SourceText = readonly [file: string, text: string]

/** Selects lines at random among all that contain code, in the order of the files. The same seed selects the same lines. */
export const sampleLines = (
  sources: ReadonlyArray<SourceText>,
  { count, seed }: { readonly count: number; readonly seed: number }
): ReadonlyArray<LineRange> => {
  const lines = sources.flatMap(([file, text]) =>
    codeLines(text).map((line): LineRange => ({ file, first: line, last: line }))
  )
  const selected = new Set(shuffle(lines, makeSeededRandom(seed)).slice(0, count))
  return lines.filter((line) => selected.has(line))
}

/** The numbers of the lines that are more than a comment, an import, a type or a bracket. */
const codeLines = (text: string): ReadonlyArray<number> =>
  text.split("\n").flatMap((line, index) => (withoutBehavior.test(line) ? [] : [index + 1]))

const withoutBehavior =
  /^\s*(?:$|\/\/|\/?\*|import\b|export \*|export \{|(?:export )?(?:interface|type)\b|readonly\b|[\])}>;,(]*$)/
