/** Whether a text holds more of a key than its identifier. */
export const holdsKey = (text: string): boolean => wholeKey.test(text)

/** The text with every key cut to its identifier, also where percent-encoding hides one, however often. */
export const maskKeys = (text: string): string => {
  let plain = text
  // Most texts hold nothing that is encoded, and are looked at once.
  if (text.includes("%")) for (let next = decode(plain); next !== plain; next = decode(plain)) plain = next
  return holdsKey(plain) ? plain.replaceAll(everyKey, "$1…") : text
}

const wholeKey = /(nil_[0-9A-Z]{8})[0-9A-Z]+/i
const everyKey = new RegExp(wholeKey, "gi")

// Keys are ASCII, and a path need not be sound in any other way.
const encodedAscii = /%([0-7][0-9a-f])/gi

const decode = (text: string): string =>
  text.replaceAll(encodedAscii, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
