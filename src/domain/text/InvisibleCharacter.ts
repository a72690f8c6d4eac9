import { formatCodePoints, nameOfCharacter, withArticle } from "./CharacterNames.ts"

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

/** True if a name that was meant is the written one without its invisible characters, or with signs in their place. */
export const differsByInvisible = (written: string, meant: string): boolean =>
  ["", "_", "-"].some((sign) => withoutInvisible(written, sign) === meant)

export const withoutInvisible = (written: string, sign = ""): string => written.replaceAll(allInvisible, sign)

/** `contains a zero-width space (U+200B) after QSR` */
export const formatInvisible = ({ code_point, name, side, text }: InvisibleCharacter): string =>
  `contains ${withArticle(name)} (${code_point}) ${side} ${text}`

const invisible = /[\p{Cf}\u115f\u1160\u3164\uffa0\u2028\u2029]|(?! )\p{Zs}/u
const allInvisible = new RegExp(invisible, "gu")
