import { byCodeUnits } from "../taxonomy/Identifiers.ts"

/**
 * The one canonical text of a JSON value (RFC 8785): no white space, keys sorted by UTF-16 code units, ECMAScript's
 * own number and string forms. Keys whose value is `undefined` are left out, as `JSON.stringify` does.
 *
 * Throws a `RangeError` for what has no canonical form: numbers that are not finite, and broken Unicode.
 */
export const canonicalJson = (value: unknown): string => {
  // Several times as fast, and all that it takes for what was read from canonical JSON.
  if (isInOrder(value)) return JSON.stringify(value)
  if (typeof value === "number") throw new RangeError("JSON has no number that is not finite")
  if (typeof value === "string") throw new RangeError("JSON in UTF-8 cannot hold a lone surrogate")
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members = Object.entries(value ?? {})
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => byCodeUnits(left, right))
    .map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`)
  return `{${members.join(",")}}`
}

/** Whether `JSON.stringify`, which keeps the order of keys and writes all that it is given, gives the canonical text. */
const isInOrder = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value === "number") return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isInOrder)
  if (!isRecord(value)) return true
  let before = ""
  for (const key of Object.keys(value)) {
    if (key < before || !key.isWellFormed() || !isInOrder(value[key])) return false
    before = key
  }
  return true
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
