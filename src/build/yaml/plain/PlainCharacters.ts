/** The characters that mean something in the plain subset of YAML. */
export const lineFeed = 0x0a
export const space = 0x20
export const doubleQuote = 0x22
export const numberSign = 0x23
export const singleQuote = 0x27
export const plus = 0x2b
export const comma = 0x2c
export const minus = 0x2d
export const colon = 0x3a
export const greaterThan = 0x3e
export const openingBracket = 0x5b
export const backslash = 0x5c
export const closingBracket = 0x5d
export const openingBrace = 0x7b
export const verticalBar = 0x7c
export const closingBrace = 0x7d

/** True for the end of a line and for what separates words. */
export const isBlank = (code: number): boolean => code === space || code === lineFeed

export const isFlowIndicator = (code: number): boolean =>
  code === comma || code === openingBracket || code === closingBracket || code === openingBrace || code === closingBrace

/** True if a scalar without quotes can start with these two characters. `?` and `:` could, but are rejected. */
export const canStartPlain = (code: number, next: number): boolean =>
  code > 0x7f || (code === minus ? !isBlank(next) : startsPlain[code] === 1)

const startsPlain = new Uint8Array(0x80).fill(1, 0x21)
for (const indicator of "\"#%&'*,-:>?@[]`{|}!") startsPlain[indicator.charCodeAt(0)] = 0

export const skipSpaces = (text: string, start: number): number => {
  let position = start
  while (text.charCodeAt(position) === space) position += 1
  return position
}

/** The end of a text without the spaces before it. */
export const trimSpaces = (text: string, end: number): number => {
  let trimmed = end
  while (text.charCodeAt(trimmed - 1) === space) trimmed -= 1
  return trimmed
}
