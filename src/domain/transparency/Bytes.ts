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
