/**
 * Changes lines of a text as a diff shows them: `-` is a line that goes, `+` one that comes, and a space one that stays.
 * `@@` stands between parts that do not follow on one another. What goes and stays says where, so the text must contain it
 * once.
 */
export const applyPatch = (text: string, patch: string): string =>
  hunksOf(patch)
    .reduce<ReadonlyArray<string>>((lines, hunk) => {
      const before = hunk.flatMap((line) => (line.startsWith("+") ? [] : [line.slice(1)]))
      const after = hunk.flatMap((line) => (line.startsWith("-") ? [] : [line.slice(1)]))
      const places = placesOf(lines, before)
      const [place = 0] = places
      if (places.length !== 1) throw new Error(`The text contains ${places.length} times:\n${before.join("\n")}`)
      return [...lines.slice(0, place), ...after, ...lines.slice(place + before.length)]
    }, text.split("\n"))
    .join("\n")

const hunksOf = (patch: string): ReadonlyArray<ReadonlyArray<string>> =>
  patch
    .replace(/\n$/, "")
    .split(/^@@\n/m)
    .map((hunk) => hunk.replace(/\n$/, "").split("\n"))
    .map((hunk) => {
      const other = hunk.find((line) => !/^([-+ ]|$)/.test(line))
      if (other !== undefined) throw new Error(`A line of a patch begins with -, + or a space: ${other}`)
      return hunk
    })

/** Where lines contain others. */
const placesOf = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<number> =>
  lines.flatMap((_, start) => (others.every((other, index) => lines[start + index] === other) ? [start] : []))
