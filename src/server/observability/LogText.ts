import { maskApiKeys } from "../../domain/keys/ApiKeyMasking.ts"

/** Shortens a text, masks API keys and replaces what is not printable ASCII. */
export const sanitizeLogText = (text: string, maxLength: number): string => {
  const short = maskApiKeys(text.length > maxLength ? text.slice(0, maxLength) : text)
  return printable.test(short) ? short : short.replaceAll(unprintable, "?")
}

const printable = /^[\x20-\x7e…]*$/
const unprintable = /[^\x20-\x7e…]/g

/**
 * Remembers what a function makes of short texts, since most requests repeat the target and the user agent of others.
 * A client that never repeats itself costs no more than without this.
 */
export const memoizeLogText = (format: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const formatted = format(text)
    if (text.length > maxMemoizedLength) return formatted
    if (known.size === maxMemoized) known.clear()
    known.set(text, formatted)
    return formatted
  }
}

const maxMemoizedLength = 256
const maxMemoized = 1024
