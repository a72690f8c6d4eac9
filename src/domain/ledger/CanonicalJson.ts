/**
 * Formats a JSON value as its canonical text (RFC 8785): no white space, keys sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them. Omits keys whose value is `undefined`, as `JSON.stringify` does.
 *
 * Throws a `RangeError` for values without a canonical form: infinite numbers, `NaN` and lone surrogates.
 */
export const canonicalJson = (value: unknown): string =>
  isCanonical(value) ? JSON.stringify(value) : formatMembers(value)

/** Formats each member by itself. Finds what has no form. */
const formatMembers = (value: unknown): string => {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError("JSON has no infinite numbers and no NaN")
  }
  if (typeof value === "string" && !value.isWellFormed()) {
    throw new RangeError("JSON in UTF-8 cannot contain a lone surrogate")
  }
  if (Array.isArray(value)) return `[${value.map(formatMembers).join(",")}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${formatMembers(key)}:${formatMembers(value[key])}`)
  return `{${members.join(",")}}`
}

/** True if `JSON.stringify`, which keeps the order of keys, returns the canonical text. */
const isCanonical = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value === "number") return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isCanonical)
  if (!isRecord(value)) return true
  let before = ""
  for (const key of Object.keys(value)) {
    if (key < before || !key.isWellFormed() || !isCanonical(value[key])) return false
    before = key
  }
  return true
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
