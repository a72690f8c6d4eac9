import { formatCodePoints, nameOfCharacter } from "./Characters.ts"

/** Slips about which nothing varies, as the predicate of a sentence. */
export const simpleSlips = {
  "begins-with-space": "begins with a space",
  "ends-with-space": "ends with a space",
  "ends-with-line-break": "ends with a line break",
  "ends-with-comma": "ends with a comma",
  "begins-with-bullet": "begins with a bullet",
  "enclosed-in-quotes": "has quotation marks around it",
  "doubled-space": "contains more than one space in a row",
  "line-break": "contains a line break",
  "unpaired-quote": "contains an unpaired quotation mark",
  "too-long": "is longer than 10,000 characters"
} as const

/** A slip of typing or pasting, which a reader hardly sees. */
export type TextSlip =
  | { readonly slip: keyof typeof simpleSlips }
  | { readonly slip: "character"; readonly name: string; readonly code_point: string }
  | { readonly slip: "decomposed"; readonly character: string; readonly code_point: string }
  /** A note to self, markup, an escape sequence, or a character that was decoded wrongly. */
  | { readonly slip: "residue"; readonly residue: Residue; readonly text: string }

type Residue = "placeholder" | "markup" | "escape" | "encoding"

/** What a text is for. */
export interface TextUse {
  /** The tag of the language, if it is known. */
  readonly language: string | undefined
  /** True for a label or a name: it has one line, and is not a sentence. */
  readonly isLabel: boolean
}

interface TextSlips {
  readonly slips: ReadonlyArray<TextSlip>
  /** Characters of the text that show where the first slip is, if it is not at an end. */
  readonly excerpt: string | undefined
  /** The text without its slips; `undefined` if only its author knows how it must be. */
  readonly mended: string | undefined
}

/** Finds the slips of a text, one of each kind and character; `undefined` if there are none, as in nearly all texts. */
export const findTextSlips = (text: string, use: TextUse): TextSlips | undefined => {
  if (!isUnusual(text)) return undefined
  const found = correct(text, use)
  if (found === undefined) return undefined
  const { excerpt, slips } = found
  // A correction can bring two spaces together.
  const mended = correct(found.mended, use)?.mended ?? found.mended
  const isMended = correct(mended, use) === undefined
  return { slips, excerpt, mended: isMended && mended !== "" ? mended : undefined }
}

/** True for each text that can have a slip. Nearly all texts are looked at by nothing else. */
export const isUnusual = (text: string): boolean => unusual.test(text) || text.length > maxLength

const unusual =
  /[^ -~]| {2}|"|^[\s'*-]|[\s,]$|\\[nrtu]|&[a-zA-Z#]|<\/?[a-z]|TODO|TB[CD]|FIXME|XXX|\?\?\?|[Ll]orem ipsum/u

/** In UTF-16 code units, about four pages. A text that is longer was pasted whole. */
const maxLength = 10_000

interface Correction {
  readonly slip: TextSlip
  /** What takes the place of the match; the match itself if only the author knows that. */
  readonly text: string
}

interface Pattern {
  readonly find: RegExp
  readonly isForLabels?: boolean
  readonly correct: (match: string, place: CharacterPlace & TextUse) => Correction | undefined
}

const as = (slip: keyof typeof simpleSlips, text: string) => (): Correction => ({ slip: { slip }, text })

const asResidue =
  (residue: Residue) =>
  (text: string): Correction => ({ slip: { slip: "residue", residue, text }, text })

const asCharacter = (character: string, text: string): Correction => ({
  slip: { slip: "character", name: nameOfCharacter(character), code_point: formatCodePoints(character) },
  text
})

const placeholder = /\[(?:TODO|TB[CD])\b[^\]]{0,200}\]|\b(?:TODO|TB[CD]|FIXME|XXX)\b|\?{3,}|\b[Ll]orem ipsum\b/gu

/** The first placeholder in a text, such as TODO. */
export const findPlaceholder = (text: string): string | undefined => text.match(placeholder)?.[0]

// In this order: what an earlier pattern removes is no slip of a later one.
const patterns: ReadonlyArray<Pattern> = [
  {
    find: placeholder,
    correct: asResidue("placeholder")
  },
  {
    find: /[\p{Cf}\u115f\u1160\u3164\uffa0]/gu,
    correct: (match, place) => (isNeededInvisible(match, place) ? undefined : asCharacter(match, ""))
  },
  {
    find: /[\t\u2028\u2029]|(?! )\p{Zs}/gu,
    correct: (match, place) => (isNeededSpace(match, place) ? undefined : asCharacter(match, " "))
  },
  {
    find: /[\ufffc\ufffd\p{Co}]|\p{Noncharacter_Code_Point}/gu,
    correct: (match) => ({ ...asCharacter(match, match), slip: { slip: "residue", residue: "encoding", text: match } })
  },
  // The first bytes of a UTF-8 character, read as Windows-1252.
  { find: /[ÂÃ][\u0080-\u00bf]|â€[\u0080-\u00bf\u2018-\u2122]?/gu, correct: asResidue("encoding") },
  { find: /\\(?:[nrt](?![a-z])|"|u[\da-fA-F]{4})/gu, correct: asResidue("escape") },
  {
    find: /&(?:nbsp|amp|quot|apos|lt|gt|shy|[lr][sd]quo|[mn]dash|hellip|bull|#\d{1,6}|#x[\da-f]{1,5});|<\/?(?:a|b|i|u|p|br|em|li|ul|ol|div|font|span|strong|o:p)(?:\s[^<>]*)?\/?>/giu,
    correct: asResidue("markup")
  },
  { find: /^[ \n]+/gu, correct: as("begins-with-space", "") },
  // A look-behind, so that a long run of spaces is tried once.
  {
    find: /(?<![ \n])[ \n]+$/gu,
    correct: (match) => as(match.includes("\n") ? "ends-with-line-break" : "ends-with-space", "")()
  },
  {
    find: /"?,$/gu,
    // The quote is what JSON has before a comma, unless it closes another.
    correct: (match, { offset, text }) =>
      as("ends-with-comma", match.startsWith('"') && text.indexOf('"') < offset ? '"' : "")()
  },
  { find: /^[•·▪◦‣*–—-]\s+/gu, isForLabels: true, correct: as("begins-with-bullet", "") },
  {
    find: /^(?:"[^"]+"|“[^“”]+”|„[^„“”]+[“”])$/gu,
    isForLabels: true,
    correct: (match) => as("enclosed-in-quotes", match.slice(1, -1))()
  },
  { find: /(?<![ \n])[ \n]*\n[ \n]*/gu, isForLabels: true, correct: as("line-break", " ") },
  // A paragraph or an entry of a list begins otherwise than in the middle of a sentence.
  { find: /(?<=[\p{L}\p{N},]) *\n *(?=\p{Ll})/gu, isForLabels: false, correct: as("line-break", " ") },
  { find: /(?<=\S) {2,}(?=\S)/gu, correct: as("doubled-space", " ") }
]

const correct = (text: string, use: TextUse) => {
  const slips = new Map<string, TextSlip>()
  let excerpt: string | undefined
  // The last line break of a block text is how YAML writes it.
  let mended = use.isLabel ? text : text.replace(/(?<!\n)\n$/, "")
  for (const { correct: correctMatch, find, isForLabels } of patterns) {
    if (isForLabels !== undefined && isForLabels !== use.isLabel) continue
    const before = mended
    mended = before.replace(find, (match: string, offset: number) => {
      const correction = correctMatch(match, { ...use, text: before, offset })
      if (correction === undefined) return match
      slips.set(JSON.stringify(correction.slip), correction.slip)
      excerpt ??= match
      return correction.text
    })
  }
  if (slips.has(comma)) slips.delete(endSpace)
  if (text.length > maxLength) slips.set("too-long", { slip: "too-long" })
  // After a digit it can be the sign of inches.
  const quotes = mended.match(/["“”„‟]/gu) ?? []
  const others = mended.match(/(?<!\d)["“”„‟]/gu) ?? []
  if (quotes.length % 2 === 1 && others.length % 2 === 1) {
    slips.set("unpaired-quote", { slip: "unpaired-quote" })
    excerpt ??= quotes.length === 1 ? quotes[0] : undefined
  }
  const composed = mended.normalize("NFC")
  if (composed !== mended) {
    const character = firstDecomposed(mended)
    slips.set("decomposed", {
      slip: "decomposed",
      character: character.normalize("NFC"),
      code_point: formatCodePoints(character)
    })
    excerpt ??= character
  }
  return slips.size === 0 ? undefined : { slips: [...slips.values()], excerpt, mended: composed }
}

const [comma, endSpace] = [JSON.stringify({ slip: "ends-with-comma" }), JSON.stringify({ slip: "ends-with-space" })]

const firstDecomposed = (text: string): string =>
  text.match(/\P{M}?\p{M}+|\P{M}/gu)?.find((character) => character !== character.normalize("NFC")) ?? text

/** A text that contains a character, and where. */
interface CharacterPlace {
  readonly text: string
  /** The offset of the character. */
  readonly offset: number
  /** The tag of the language, if it is known. */
  readonly language: string | undefined
}

/** True if a writing system needs an invisible character at its place, so that it is not a slip. */
const isNeededInvisible = (character: string, place: CharacterPlace): boolean => {
  if (marks.has(character)) return isRightToLeft(place)
  const [before, after] = neighbors(character, place)
  switch (character) {
    case "\u200c":
      return joiningScripts.test(before)
    case "\u200d":
      return joiningScripts.test(before) || (emojiEnd.test(before) && emojiStart.test(after))
    case "\u200b":
      return unspacedScripts.test(before) || unspacedScripts.test(after)
    default:
      // The tags of a flag such as that of Wales, and the signs that stand before Arabic and Syriac numbers.
      return (/[\u{E0020}-\u{E007F}]/u.test(character) && place.text.includes("\u{1F3F4}")) || prepended.test(character)
  }
}

/** True if typography needs a space other than the plain one at its place, so that it is not a slip. */
const isNeededSpace = (character: string, place: CharacterPlace): boolean => {
  if (character === "\u3000") return eastAsian.test(place.text)
  // No-break spaces belong before French punctuation, between digits, and between a number and its unit.
  if (character !== "\u00a0" && character !== "\u202f" && character !== "\u2009") return false
  const [before, after] = neighbors(character, place)
  return /[;:!?»%‰€°–—]/u.test(after) || /[«§№–—]/u.test(before) || (/\d/.test(before) && place.language !== undefined)
}

const neighbors = (character: string, { offset, text }: CharacterPlace): readonly [before: string, after: string] => [
  // An emoji may be followed by a variation selector, a letter by marks.
  Array.from(text.slice(Math.max(0, offset - 4), offset)).at(-1) ?? "",
  Array.from(text.slice(offset + character.length, offset + character.length + 2))[0] ?? ""
]

/** Marks, embeddings and isolates. Overrides are not among them: they show letters in another order than they have. */
const marks = new Set("\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069")

const isRightToLeft = ({ language, text }: CharacterPlace): boolean =>
  rightToLeftLetters.test(text) || (language !== undefined && rightToLeftScripts.has(scriptOf(language) ?? ""))

const scriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script

const rightToLeftScripts = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"])

const rightToLeftLetters =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Letters and marks that a joiner connects or separates. */
const joiningScripts =
  /[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Mongolian}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Tibetan}\p{Mn}]/u

/** Writing systems without spaces between words, in which a zero-width space allows a line break. */
const unspacedScripts = /[\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Tibetan}]/u

const eastAsian = /[\p{Script=Bopomofo}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

const emojiEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u

const emojiStart = /\p{Extended_Pictographic}/u

const prepended = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u
