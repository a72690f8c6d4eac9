import type { Redline } from "../../../report/text/Redline.ts"

/** Cuts a redline after so many characters. The order of 100,000 values is one text. */
export const cutRedline = (
  redline: Redline,
  maxLength: number
): { readonly parts: Redline; readonly hidden: number } => {
  let room = maxLength
  let hidden = 0
  const parts = redline.flatMap((part) => {
    // Without the first half of a character whose other half is cut.
    const text = part.text.slice(0, room).replace(/[\uD800-\uDBFF]$/, "")
    hidden += part.text.length - text.length
    room -= text.length
    return text === "" ? [] : [{ ...part, text }]
  })
  return { parts, hidden }
}
