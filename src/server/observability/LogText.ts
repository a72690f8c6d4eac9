import { maskApiKeys } from "../../domain/keys/ApiKey.ts"

/** Shortens a text, masks API keys and replaces what is not printable ASCII. */
export const sanitizeLogText = (text: string, maxLength: number): string => {
  const short = maskApiKeys(text.length > maxLength ? text.slice(0, maxLength) : text)
  return printable.test(short) ? short : short.replaceAll(unprintable, "?")
}

const printable = /^[\x20-\x7e…]*$/
const unprintable = /[^\x20-\x7e…]/g
