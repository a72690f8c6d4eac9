import { keyCharacter, keyPrefixSource } from "./ApiKey.ts"

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
