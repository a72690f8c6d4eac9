/** Decodes percent-encoded UTF-8 (RFC 3986, 2.1). Returns `undefined` for an invalid encoding, such as `%ZZ` or half of a character. */
export const decodePercent = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
