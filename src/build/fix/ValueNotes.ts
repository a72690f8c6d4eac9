import type { Splice } from "../../edit/Splice.ts"

/**
 * Keeps the note behind a replaced value, such as `multiple // for now`, as a comment at the end of its line. YAML takes
 * the notes of other languages as part of the value. `undefined` if a comment is not possible on this line.
 */
export const keepNote = (text: string, splice: Splice): Splice | undefined => {
  const [, note] = valueWithNote.exec(text.slice(splice.start, splice.end)) ?? []
  if (note === undefined || /\/[/*]/.test(splice.text)) return splice
  const comment = note === "" ? "" : ` # ${note}`
  const nextLine = text.indexOf("\n", splice.end)
  const lineEnd = nextLine < 0 ? text.length : nextLine
  const rest = text.slice(splice.end, lineEnd)
  if (/^\s*(?:#|$)/.test(rest)) return { ...splice, text: splice.text + comment }
  // A comment within brackets would hide what follows on the line.
  return /^[^"'#]*[\]}]\s*$/.test(rest)
    ? { ...splice, end: lineEnd, text: splice.text + rest.trimEnd() + comment }
    : undefined
}

/** A value on one line, outside of brackets and blocks, with the note behind it. */
const valueWithNote = /^[^[{|>\n][^\n]*?\s\/[/*][ \t]*([^\n]*?)\s*(?:\*\/)?["']?$/
