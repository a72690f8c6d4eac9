/** Formats bytes as standard base64 with padding (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string => {
  let binary = ""
  // A call cannot have any number of arguments.
  for (let start = 0; start < bytes.length; start += chunkSize) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkSize))
  }
  return btoa(binary)
}

/** Parses standard base64. Returns `undefined` for every text that `toBase64` does not return for the same bytes. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
    // Other texts decode to the same bytes: with white space, without padding, or with bits that are left over.
    return toBase64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

const chunkSize = 8192
