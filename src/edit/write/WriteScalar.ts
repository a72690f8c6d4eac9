import { isMap, isScalar, isSeq, parseDocument } from "yaml"

/** How a scalar is quoted. Plain scalars are quoted only if YAML would read them as something else. */
export type Quoting = "plain" | "single" | "double"

/** Where a scalar stands: commas and brackets end a plain scalar in a flow collection. */
export type Context = "block" | "flow"

/** Writes text on one line. */
export const writeText = (text: string, context: Context, quoting: Quoting = "plain"): string => {
  if (quoting === "plain" && isPlain(text, context)) return text
  // Double quotes can hold everything.
  const prefersSingle = quoting === "single" || (quoting === "plain" && text.includes('"') && !text.includes("'"))
  return prefersSingle && !/[\n\t\p{Cc}\\]/u.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)
}

/** Writes the lines of a text that is too long for one line as `>-`, if that gives the same text. */
export const foldLines = (text: string, width: number): ReadonlyArray<string> | undefined => {
  if (/^\s|\s$|[\n\t\p{Cc}]| {2}/u.test(text)) return undefined
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.length > 0 ? lines : undefined
}

/** Writes the lines of a text with line breaks as `|-`, if that gives the same text. */
export const literalText = (text: string): ReadonlyArray<string> | undefined =>
  /^\s|\s$|[^\S\n]\n|[\t\r]|[^\P{Cc}\n]/u.test(text) || !text.includes("\n") ? undefined : text.split("\n")

const isPlain = (text: string, context: Context): boolean => {
  if (plainWord.test(text) && !otherTypes.test(text)) return true
  if (/[\n\r]/.test(text)) return false
  const written = context === "block" ? `k: ${text}\n` : `[${text}, x]\n`
  const document = parseDocument(written, { version: "1.2", logLevel: "silent" })
  if (document.errors.length > 0 || document.warnings.length > 0) return false
  const { contents } = document
  const items = isSeq(contents) ? contents.items : isMap(contents) ? contents.items.map(({ value }) => value) : []
  const [item] = items
  return (
    items.length === (context === "block" ? 1 : 2) &&
    isScalar(item) &&
    item.type === "PLAIN" &&
    item.value === text &&
    item.tag === undefined &&
    !/ #|: |:$/.test(text)
  )
}

/** Most texts are codes, which need no parser. */
const plainWord = /^[A-Za-z][A-Za-z0-9_]*(?: [A-Za-z0-9_]+)*$/

const otherTypes = /^(?:true|false|null|nan|inf)$/i
