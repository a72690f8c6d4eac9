/** How the elements of a list can contain commas. */
const patterns = {
  /** In quoted strings (RFC 9110, 5.6.4). One that does not end takes the rest. */
  quoted: /(?:[^",]|"(?:[^"\\]|\\[^]?)*(?:"|$))+/g,
  /** In entity tags, in which a backslash is a character like any other (RFC 9110, 8.8.3). */
  tags: /(?:[^",]|"[^"]*(?:"|$))+/g
} as const

/**
 * The elements of a list in a header: without the white space around them, and without empty elements, which a recipient
 * ignores (RFC 9110, 5.6.1). Several fields of one name are one list, joined with commas.
 */
export const listElements = (header: string, form: keyof typeof patterns): ReadonlyArray<string> =>
  (header.match(patterns[form]) ?? []).map(trimSpace).filter((element) => element !== "")

/** The weights of a list of tokens or media types, such as `Accept-Encoding`, in lower case (RFC 9110, 12.4.2). */
export const tokenWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    listElements(header, "quoted").flatMap((element) => {
      const [, token, weight = "1"] = weightedToken.exec(element) ?? []
      return token === undefined ? [] : [[token.toLowerCase(), Number(weight)] as const]
    })
  )

const weightedToken = /^([!#$%&'*+.^_`|~\w/-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/** Without spaces and tabs around it. `trim` would also take characters that can be part of an element. */
const trimSpace = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  return text.slice(start, end)
}

const isSpace = (text: string, at: number): boolean => text[at] === " " || text[at] === "\t"
