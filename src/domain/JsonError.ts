/** The place where a text stops being JSON. Lines and columns begin with 1. */
export interface JsonError {
  readonly line: number
  readonly column: number
  /** What the text lacks there, such as `a value`. */
  readonly expected: string
}

/** Finds where a text stops being JSON, which engines do not always say. Returns `undefined` for JSON (RFC 8259). */
export const findJsonError = (text: string): JsonError | undefined => {
  const open: Array<string> = []
  let state: State = "value"
  for (let at = 0; ;) {
    at = endOf(space, text, at) ?? at
    if (state === "end" && at === text.length) return undefined
    const end = endOf(token, text, at)
    const next: State | undefined = end === undefined ? undefined : step(state, text.charAt(at), open)
    if (end === undefined || next === undefined) {
      const isString = end === undefined && text.charAt(at) === '"'
      const place = isString ? (endOf(unclosedString, text, at) ?? at) : at
      return errorAt(text, place, isString ? "the rest of a string" : expectations[state](open))
    }
    state = next
    at = end
  }
}

/** Says where the text of a file stops being JSON. */
export const describeJsonError = (file: string, text: string): string => {
  const { column, expected, line } = findJsonError(text) ?? { column: 1, expected: "JSON", line: 1 }
  return `${file}:${line}:${column}: The file is not JSON. Expected ${expected}.`
}

type State = "value" | "first value" | "name" | "first name" | "colon" | "comma" | "end"

const space = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- strings contain none (RFC 8259, section 7)
const unclosedString = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y
const token = new RegExp(
  String.raw`[{}[\]:,]|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|${unclosedString.source}"`,
  "y"
)

const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The state after a token, which its first character tells. */
const step = (state: State, first: string, open: Array<string>): State | undefined => {
  const close = (): State => {
    open.pop()
    return open.length === 0 ? "end" : "comma"
  }
  switch (state) {
    case "first value":
    case "value":
      if (first === "{" || first === "[") {
        open.push(first)
        return first === "{" ? "first name" : "first value"
      }
      if (first === "]" && state === "first value") return close()
      return "}]:,".includes(first) ? undefined : open.length === 0 ? "end" : "comma"
    case "first name":
    case "name":
      if (first === "}" && state === "first name") return close()
      return first === '"' ? "colon" : undefined
    case "colon":
      return first === ":" ? "value" : undefined
    case "comma":
      if (first === ",") return open.at(-1) === "{" ? "name" : "value"
      return first === (open.at(-1) === "{" ? "}" : "]") ? close() : undefined
    case "end":
      return undefined
  }
}

const expectations: { readonly [S in State]: (open: ReadonlyArray<string>) => string } = {
  value: () => "a value",
  "first value": () => 'a value or "]"',
  name: () => "a name in double quotes",
  "first name": () => 'a name in double quotes or "}"',
  colon: () => '":"',
  comma: (open) => (open.at(-1) === "{" ? '"," or "}"' : '"," or "]"'),
  end: () => "the end of the text"
}

const errorAt = (text: string, at: number, expected: string): JsonError => {
  const before = text.slice(0, at).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, expected }
}
