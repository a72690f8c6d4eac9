import { isObject } from "../../Json.ts"

/** A parsed line of JSON. */
export interface ParsedLine {
  readonly value: unknown
  /** True if the members of `value` from the key on are those that another line with the same text gave. */
  readonly isRepeated: boolean
}

/**
 * Makes a function that parses lines of JSON, and the text from the key on only once if it repeats: the contracts of many
 * parties have few configs. It remembers texts in constant memory, and throws as `JSON.parse` does.
 */
export const makeParseRepeated = (key: string): ((line: string) => ParsedLine) => {
  const member = `${JSON.stringify(key)}:`
  const recent = Array<RepeatedText | undefined>(recentSize)
  let misses = 0
  return (line) => {
    const start = line.length > maxLength ? undefined : findMember(line, member)
    if (start === undefined) return { value: JSON.parse(line), isRepeated: false }
    const text = line.slice(start)
    const slot = sampleText(text) & (recentSize - 1)
    const known = recent[slot]
    if (known?.text !== text) {
      const value: unknown = JSON.parse(line)
      misses += 1
      if (misses % remembered === 0) recent[slot] = { text, members: undefined }
      return { value, isRepeated: false }
    }
    const before: unknown = JSON.parse(`${line.slice(0, start)}${member}0}`)
    known.members ??= JSON.parse(`{${text}`)
    return { value: { ...objectOf(before), ...objectOf(known.members) }, isRepeated: true }
  }
}

interface RepeatedText {
  readonly text: string
  /** Parsed if the text occurs again. */
  members: unknown
}

/** A power of two, so that a sample leads to its slot. */
const recentSize = 1024

/** Every so many unknown texts, one is remembered. What repeats is known soon, and what does not costs little. */
const remembered = 16

/** The longest line to remember, in UTF-16 code units. With all slots taken, they keep 16 million of them. */
const maxLength = 16_384

/**
 * Finds where a member of the outermost object begins, if no object comes before it. In valid JSON, a quotation mark before
 * a key and a colon opens a string, unless a backslash precedes it.
 */
const findMember = (line: string, member: string): number | undefined => {
  for (let index = 1; index < line.length; index += 1) {
    const unit = line.charCodeAt(index)
    if (unit === leftBrace) return undefined
    if (unit === quotationMark && line.charCodeAt(index - 1) !== backslash && line.startsWith(member, index))
      return index
  }
  return undefined
}

const [quotationMark, backslash, leftBrace] = [0x22, 0x5c, 0x7b]

/** A number from some characters of the text. To hash them all takes longer than to compare two texts. */
const sampleText = (text: string): number => {
  const step = 1 + (text.length >> 6)
  let sample = text.length
  for (let index = 0; index < text.length; index += step) sample = (Math.imul(sample, 31) + text.charCodeAt(index)) | 0
  return sample
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
