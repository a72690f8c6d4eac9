/** A text that contains a character, and where. */
export interface CharacterPlace {
  readonly text: string
  /** The offset of the character. */
  readonly offset: number
  /** The tag of the language, if it is known. */
  readonly language: string | undefined
}

/** True if a writing system needs an invisible character at its place, so that it is not a slip. */
export const isNeededInvisible = (character: string, place: CharacterPlace): boolean => {
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
export const isNeededSpace = (character: string, place: CharacterPlace): boolean => {
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
