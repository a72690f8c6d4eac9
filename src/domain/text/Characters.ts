/** `U+00A0`, or several code points for a character that is made of several. */
export const formatCodePoints = (characters: string): string =>
  Array.from(
    characters,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
  ).join(" ")

/** The name of a character that readers do not see, in words. */
export const nameOfCharacter = (character: string): string =>
  names[character] ?? (/\p{Zs}/u.test(character) ? "unusual space" : "invisible character")

export const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`

// Most names are those of Unicode.
const names: Readonly<Record<string, string>> = {
  "\t": "tab",
  "\u00a0": "no-break space",
  "\u00ad": "soft hyphen",
  "\u061c": "Arabic letter mark",
  "\u2002": "en space",
  "\u2003": "em space",
  "\u2007": "figure space",
  "\u2009": "thin space",
  "\u200a": "hair space",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
  "\u202a": "left-to-right embedding",
  "\u202b": "right-to-left embedding",
  "\u202c": "end of a directional embedding",
  "\u202d": "left-to-right override",
  "\u202e": "right-to-left override",
  "\u202f": "narrow no-break space",
  "\u2060": "word joiner",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "first strong isolate",
  "\u2069": "end of a directional isolate",
  "\u3000": "ideographic space",
  "\ufeff": "byte order mark",
  "\ufffc": "object replacement character",
  "\ufffd": "replacement character"
}

/** The first character of a name that readers do not see, and the visible text beside it. */
export type InvisibleCharacter = {
  readonly name: string
  readonly code_point: string
  readonly side: "after" | "before"
  readonly text: string
}

export const findInvisible = (written: string): InvisibleCharacter | undefined => {
  const at = written.search(invisible)
  if (at === -1) return undefined
  const character = String.fromCodePoint(written.codePointAt(at) ?? 0)
  const [before, after] = [written.slice(0, at).trim(), withoutInvisible(written.slice(at)).trim()]
  return {
    name: nameOfCharacter(character),
    code_point: formatCodePoints(character),
    ...(before === "" ? { side: "before", text: after } : { side: "after", text: before })
  }
}

export const withoutInvisible = (written: string): string => written.replaceAll(allInvisible, "")

/** `contains a zero-width space (U+200B) after QSR` */
export const formatInvisible = ({ code_point, name, side, text }: InvisibleCharacter): string =>
  `contains ${withArticle(name)} (${code_point}) ${side} ${text}`

const invisible = /[\p{Cf}\u115f\u1160\u3164\uffa0\u2028\u2029]|(?! )\p{Zs}/u
const allInvisible = new RegExp(invisible, "gu")
