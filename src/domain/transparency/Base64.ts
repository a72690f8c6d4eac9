/** Formats bytes as standard base64 with padding (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))

/** Parses standard base64. Returns `undefined` for every text that `toBase64` does not return for the same bytes. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    // Other texts decode to the same bytes: with white space, without padding, or with bits that are left over.
    return toBase64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}
