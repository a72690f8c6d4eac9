import { byCodeUnits } from "./Code.ts"

/**
 * The one canonical text of a JSON value (RFC 8785): no white space, keys sorted by UTF-16 code units, ECMAScript's
 * own number and string forms. Keys whose value is `undefined` are left out, as `JSON.stringify` does.
 *
 * Throws a `RangeError` for what has no canonical form: numbers that are not finite, and broken Unicode.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "string") return quoted(value)
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("JSON has no number that is not finite")
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => byCodeUnits(left, right))
    .map(([key, member]) => `${quoted(key)}:${canonicalJson(member)}`)
  return `{${members.join(",")}}`
}

const quoted = (text: string): string => {
  if (!text.isWellFormed()) throw new RangeError("JSON in UTF-8 cannot hold a lone surrogate")
  return JSON.stringify(text)
}
