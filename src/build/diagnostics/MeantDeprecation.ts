import { quoteText } from "../repair/QuotedText.ts"

/** What an editor means by a sentence in the place of a deprecation, as it is written; undefined if that is unclear. */
export const meantDeprecation = (written: unknown): string | undefined => {
  if (typeof written !== "string") return undefined
  const text = written.trim()
  const [, code] = replacement.exec(text) ?? []
  if (code !== undefined) return `{ replaced_by: [${code}] }`
  return /\p{L}{2,}\s+\p{L}{2,}/u.test(text) ? `{ reason: ${quoteText(text)} }` : undefined
}

const replacement =
  /^(?:please )?(?:use|replaced (?:by|with)|superseded by|moved to|merged into) ([A-Za-z][\w+-]*(?:\/[A-Za-z0-9][\w+-]*)?)(?: instead)?\.?$/i
