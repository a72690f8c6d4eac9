/** Bytes that the Web Cryptography API accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

export const concatBytes = (...parts: ReadonlyArray<ArrayLike<number>>): Bytes => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

export const areEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

export const encodeUtf8 = (text: string): Bytes => new TextEncoder().encode(text)

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
