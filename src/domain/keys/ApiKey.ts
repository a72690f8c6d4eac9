import * as Schema from "effect/Schema"
import { crc32 } from "./Crc32.ts"

/** The first 12 characters of a key, by which people and ledgers name it (service spec, 5.2). */
export type KeyIdentifier = typeof KeyIdentifier.Type
export const KeyIdentifier = Schema.String.check(
  Schema.isPattern(/^nil_[0-9A-Za-z]{8}$/u, { expected: "the first 12 characters of a key" })
)

/** Random bytes, as many as are asked for. They come from outside, and must be fit for secrets. */
export type RandomBytes = (count: number) => Uint8Array

/**
 * Makes a key: `nil_`, 26 random characters, and 6 that check them. The last ones tell a mistyped key from an unknown
 * one without a look-up, and let scanners of leaked secrets recognise a key.
 */
export const drawKey = (randomBytes: RandomBytes): string => {
  let body = prefix
  while (body.length < prefix.length + randomLength) {
    for (const byte of randomBytes(prefix.length + randomLength - body.length)) {
      // Bytes past the last whole multiple would make the first characters likelier than the others.
      if (byte < unbiasedBelow) body += alphabet.charAt(byte % alphabet.length)
    }
  }
  return body + checksum(body)
}

/** The identifier of a well-formed key; nothing for a text that cannot be a key. */
export const parseKey = (text: string): KeyIdentifier | undefined =>
  form.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength))) ? identifierOf(text) : undefined

export const identifierOf = (key: string): KeyIdentifier => key.slice(0, identifierLength)

export const identifierLength = 12

/** The identifier that stands anywhere in a text: what a key is known by that was mistyped, or sent in a wrong way. */
export const identifierIn = (text: string): KeyIdentifier | undefined => /nil_[0-9A-Za-z]{8}/.exec(text)?.[0]

/** What every key begins with. */
export const prefix = "nil_"

const randomLength = 26
const checksumLength = 6

export const keyLength = prefix.length + randomLength + checksumLength

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const unbiasedBelow = 256 - (256 % alphabet.length)
const form = /^nil_[0-9A-Za-z]{32}$/

const checksum = (body: string): string => {
  let rest = crc32(body)
  let digits = ""
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
