/** A deterministic source of random numbers, so that a seed names a text. */
export interface Random {
  /** An integer from 0 to below `end`. */
  readonly below: (end: number) => number
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  readonly chance: (probability: number) => boolean
}

/** Mulberry32, a generator of 32 bits. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    pick: <A>(items: ReadonlyArray<A>): A => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError("nothing to pick from")
      return item
    },
    chance: (probability) => next() < probability
  }
}

/** Changes a text in up to four places, in characters that mean something in YAML or in whole lines. */
export const mutateYaml = (random: Random, text: string, other: string): string => {
  let mutated = text
  for (let count = random.below(5); count > 0; count -= 1) {
    mutated = random.pick(random.chance(0.5) ? characterMutations : lineMutations)(random, mutated, other)
  }
  return mutated
}

type Mutation = (random: Random, text: string, other: string) => string

const spliceText = (text: string, start: number, removed: number, inserted: string): string =>
  text.slice(0, start) + inserted + text.slice(start + removed)

const characterMutations: ReadonlyArray<Mutation> = [
  (random, text) => spliceText(text, random.below(text.length + 1), 0, random.pick(characters)),
  (random, text) => spliceText(text, random.below(text.length + 1), 0, random.pick(snippets)),
  (random, text) => spliceText(text, random.below(text.length), 1, random.pick(characters)),
  (random, text) => spliceText(text, random.below(text.length), 1, ""),
  (random, text) => spliceText(text, random.below(text.length), 1 + random.below(6), ""),
  // At the start of a word, where a scalar starts.
  (random, text) => {
    const starts = [...text.matchAll(/(?<=[ \n])[^ \n]/g)]
    return starts.length === 0
      ? text
      : spliceText(text, random.pick(starts).index, random.below(2), random.pick(snippets))
  }
]

const onLines =
  (change: (random: Random, lines: Array<string>, other: string) => void): Mutation =>
  (random, text, other) => {
    const lines = text.split("\n")
    change(random, lines, other)
    return lines.join("\n")
  }

const lineMutations: ReadonlyArray<Mutation> = [
  onLines((random, lines) => lines.splice(random.below(lines.length), 1)),
  onLines((random, lines) => lines.splice(random.below(lines.length), 0, random.pick(lines))),
  onLines((random, lines) => lines.splice(random.below(lines.length), 0, random.pick(trapLines))),
  onLines((random, lines) => lines.splice(random.below(lines.length), 0, " ".repeat(random.below(5)))),
  onLines((random, lines) => {
    const index = random.below(lines.length)
    lines[index] = `${" ".repeat(1 + random.below(3))}${lines[index] ?? ""}`
  }),
  onLines((random, lines) => {
    const index = random.below(lines.length)
    lines[index] = (lines[index] ?? "").slice(1 + random.below(3))
  }),
  onLines((random, lines) => {
    const index = random.below(lines.length)
    lines[index] = `${lines[index] ?? ""}${random.pick(endings)}`
  }),
  onLines((random, lines) => {
    const [from, to] = [random.below(lines.length), random.below(lines.length)]
    lines.splice(to, 0, ...lines.splice(from, 1))
  }),
  onLines((random, lines, other) => {
    const others = other.split("\n")
    const start = random.below(others.length)
    lines.splice(random.below(lines.length), random.below(3), ...others.slice(start, start + 1 + random.below(4)))
  }),
  // All lines from one on, so that the structure stays whole.
  onLines((random, lines) => {
    const shift = " ".repeat(1 + random.below(2))
    for (let index = random.below(lines.length); index < lines.length; index += 1) {
      lines[index] = `${shift}${lines[index] ?? ""}`
    }
  })
]

const characters = [
  ...Array.from(" \n:-#,[]{}\"'|>&*!?%@`~<=.+\\/0179aneNxo_\t\r"),
  ...Array.from("\0\u0001\u0002\u000b\u000c\u0018\u001b\u001f\u007f\u0085"),
  "\u00a0",
  "\u2028",
  "\ufeff",
  "é",
  "😀",
  "\ud800"
]

const snippets = [
  ...characters,
  ": ",
  " #",
  " # ",
  "- ",
  "? ",
  "\n ",
  "\n  ",
  "\n- ",
  ":\n",
  "a: ",
  '"a": ',
  "'a': ",
  "[a, b]",
  "{ a: b }",
  "{a: b}",
  "[",
  "{",
  ", ",
  "|\n",
  ">-\n",
  "|+\n",
  ">2\n",
  "--- ",
  "...",
  "<<: ",
  "&a ",
  "*a",
  "!!str ",
  "null",
  "~",
  "true",
  "False",
  "0x1F",
  "0o17",
  "017",
  "-0",
  "+1",
  "1e3",
  ".5",
  "1.",
  ".inf",
  "-.INF",
  ".NaN",
  "2026-01-31",
  "1_000",
  "12345678901234567890",
  '"\\n"',
  '"\\x41"',
  '"\\u00e9"',
  '"\\U0001F600"',
  '"\\ud800"',
  '"\\q"',
  "''''",
  '"a b"',
  "__proto__",
  "constructor"
]

const trapLines = [
  "---",
  "...",
  "%YAML 1.2",
  "# comment",
  "  # comment",
  "    # comment",
  "#comment",
  "- a",
  "-",
  "a:",
  "a: |",
  "  a: >-",
  "a: |2",
  "? a",
  ": b",
  "<<: a",
  "text",
  "    text",
  "]",
  "  ]",
  "}",
  "\t",
  "7: x",
  '"7": x',
  "null: x",
  '"": x',
  "__proto__: x"
]

const endings = [" ", "  ", " #c", " # c", "#c", ":", ": ", ",", " |", " >", " -", "\\", '"', "'", " [", "\t", "\r"]
