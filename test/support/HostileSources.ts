/**
 * Texts that no editor writes, each about as long as asked for: deep nesting, names that YAML would look up, and one
 * mistake over and over.
 */
export const hostileSources: Readonly<Record<string, (length: number) => string>> = {
  "nested lists": (length) => "[".repeat(length),
  "nested maps": (length) => "{a: ".repeat(length / 4),
  "nested entries": (length) => `${"- ".repeat(length / 2)}x`,
  "deeper and deeper": (length) =>
    Array.from({ length: Math.sqrt(2 * length) }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
  "one key again and again": (length) => "a: 1\n".repeat(length / 5),
  "many keys": (length) => lines(length / 10, (index) => `k${index}: 1`),
  anchors: (length) => lines(length / 14, (index) => `k${index}: &a${index} x`),
  aliases: (length) => lines(length / 14, (index) => `k${index}: *a${index}`),
  "aliases of aliases": (length) =>
    `a0: &a0 [${"x,".repeat(9)}x]\n${lines(length / 60, (index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}x]`)}`,
  "merge keys": (length) => `a: &a {b: 1}\n${"c:\n  <<: *a\n".repeat(length / 12)}`,
  tags: (length) => lines(length / 14, (index) => `k${index}: !t${index} x`),
  tabs: (length) => "\ta: 1\n".repeat(length / 6),
  "a quote that stays open": (length) => `code: "${"x y\n".repeat(length / 4)}`,
  "documents without end": (length) => "---\na: 1\n".repeat(length / 9),
  colons: (length) => ": ".repeat(length / 2),
  "question marks": (length) => "? ".repeat(length / 2),
  "closing brackets": (length) => "}".repeat(length),
  commas: (length) => "[,".repeat(length / 2),
  "block signs": (length) => "|\n".repeat(length / 2),
  directives: (length) => "%YAML 1.2\n".repeat(length / 10),
  escapes: (length) => `"${String.raw`\xZZ`.repeat(length / 4)}"`,
  "carriage returns": (length) => "a: 1\r".repeat(length / 5),
  "null characters": (length) => "\0".repeat(length),
  "entries that open brackets": (length) => `values:\n${"  - 1\n  - [\n".repeat(length / 12)}`
}

const lines = (count: number, lineOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${lineOf(index)}\n`).join("")
