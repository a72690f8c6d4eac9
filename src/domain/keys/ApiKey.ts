import * as Schema from "effect/Schema"

/** The marker that every API key starts with. Scanners for leaked secrets recognise keys by it. */
export const keyMarker = "nil_"

/** A regular expression for one character after the marker. */
const keyCharacter = "[0-9A-Za-z]"

const randomLength = 26
const checksumLength = 6

export const keyPrefixLength = 12
export const apiKeyLength = keyMarker.length + randomLength + checksumLength

/** The regular expression of a key prefix. */
const keyPrefixSource = `${keyMarker}${keyCharacter}{${keyPrefixLength - keyMarker.length}}`

/** The first 12 characters of an API key, which identify it in logs, commands and the ledger (service spec, 5.2). */
export type KeyPrefix = typeof KeyPrefix.Type
export const KeyPrefix = Schema.String.check(
  Schema.isPattern(new RegExp(`^${keyPrefixSource}$`, "u"), { expected: "the first 12 characters of a key" })
)

/** Returns so many random bytes. Must be cryptographically secure. */
export type RandomBytes = (count: number) => Uint8Array

/**
 * Generates an API key: the marker, 26 random characters and a checksum of 6. The checksum tells a mistyped key from an
 * unknown one without a lookup.
 */
export const generateApiKey = (randomBytes: RandomBytes): string => {
  let body = keyMarker
  while (body.length < keyMarker.length + randomLength) {
    for (const byte of randomBytes(keyMarker.length + randomLength - body.length)) {
      // Bytes past the last whole multiple would make the first characters more likely than the others.
      if (byte < unbiasedBelow) body += alphabet.charAt(byte % alphabet.length)
    }
  }
  return body + checksum(body)
}

/** Returns the prefix of a well-formed API key, and `undefined` if the text is none or its checksum does not match. */
export const parseApiKey = (text: string): KeyPrefix | undefined =>
  wholeKey.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength))) ? toKeyPrefix(text) : undefined

export const toKeyPrefix = (key: string): KeyPrefix => key.slice(0, keyPrefixLength)

/** Finds a key prefix anywhere in a text, such as in a malformed `Authorization` header. */
export const findKeyPrefix = (text: string): KeyPrefix | undefined => anyKeyPrefix.exec(text)?.[0]

const wholeKey = new RegExp(`^${keyMarker}${keyCharacter}{${randomLength + checksumLength}}$`)
const anyKeyPrefix = new RegExp(keyPrefixSource)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const unbiasedBelow = 256 - (256 % alphabet.length)

const checksum = (body: string): string => {
  let rest = crc32(body)
  let digits = ""
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** True if a text contains more of an API key than its prefix. */
export const containsApiKey = (text: string): boolean => keyPastPrefix.test(text)

/** Cuts every API key in a text to its prefix, also if percent-encoding hides it, however often. */
export const maskApiKeys = (text: string): string => {
  let plain = text
  // Most texts are not encoded, and are searched once.
  if (text.includes("%")) for (let next = decode(plain); next !== plain; next = decode(plain)) plain = next
  return containsApiKey(plain) ? plain.replaceAll(everyKey, "$1…") : text
}

const keyPastPrefix = new RegExp(`(${keyPrefixSource})${keyCharacter}+`, "i")
const everyKey = new RegExp(keyPastPrefix, "gi")

// API keys are ASCII, and the rest of a path may be invalid.
const encodedAscii = /%([0-7][0-9a-f])/gi

const decode = (text: string): string =>
  text.replaceAll(encodedAscii, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Returns the CRC-32 of an ASCII text as zip and gzip compute it: an unsigned 32-bit number. */
export const crc32 = (ascii: string): number => {
  let crc = 0xffffffff
  for (let index = 0; index < ascii.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ ascii.charCodeAt(index)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const reversedPolynomial = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ reversedPolynomial : remainder >>> 1
  }
  return remainder
})
