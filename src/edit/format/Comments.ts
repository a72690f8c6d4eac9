import { Lexer } from "yaml"

/** The comments of a text, sorted: keys may move, and their comments with them. */
export const commentsIn = (text: string): ReadonlyArray<string> => {
  const comments: Array<string> = []
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && token.startsWith("#")) comments.push(token.trimEnd())
    isScalar = token === scalarMark
  }
  return comments.sort()
}

/** What the lexer puts in front of a scalar, which may start with `#` as well. */
const scalarMark = "\u001F"
