/** `1 error`, `2 errors`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** The first entries of a list, and if it has more than `max`, one that counts the others. */
export const firstOf = <A>(list: ReadonlyArray<A>, max: number, countOthers: (others: number) => A): ReadonlyArray<A> =>
  list.length <= max ? list : [...list.slice(0, max), countOthers(list.length - max)]

/**
 * Replaces control characters, which terminals would execute and sources can contain, by visible pictures, and those
 * that turn the direction of a line by a replacement character. Tabs and line breaks stay.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const code = character.charCodeAt(0)
    if (character === "\t" || character === "\n") return character
    return code < space ? String.fromCharCode(firstPicture + code) : "\u{FFFD}"
  })

/** A text on one line, without what terminals would execute. */
export const visibleLine = (text: string): string => visibleText(text.replaceAll(/\s+/g, " "))

const space = 0x20
/** The first of Unicode's control pictures. */
const firstPicture = 0x2400
