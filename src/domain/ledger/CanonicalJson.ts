/**
 * Formats a JSON value as its canonical text (RFC 8785): no white space, keys sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them. Omits keys whose value is `undefined`, as `JSON.stringify` does.
 *
 * Throws a `RangeError` for values without a canonical form: infinite numbers, `NaN` and lone surrogates.
 */
export const canonicalJson = (value: unknown): string => {
  if (isCanonical(value)) return JSON.stringify(value)
  // Sorting a copy and formatting it at once takes half the time of formatting each member by itself.
  const sorted = sortKeys(value)
  return isCanonical(sorted) ? JSON.stringify(sorted) : formatMembers(value)
}

/**
 * True if a text is the canonical text of the JSON value that it was parsed to. Compares members one by one, down to a
 * depth, so that no second text of the same size is made.
 */
export const isCanonicalText = (text: string, value: unknown, depth = 3): boolean =>
  endOfMatch(text, 0, value, depth) === text.length || canonicalJson(value) === text

/** The position in the text after the canonical text of a value, if that begins at a position; otherwise -1. */
const endOfMatch = (text: string, start: number, value: unknown, depth: number): number => {
  if (depth === 0 || !isRecord(value)) return isCanonical(value) ? endOfText(text, start, JSON.stringify(value)) : -1
  const isList = Array.isArray(value)
  let at = endOfText(text, start, isList ? "[" : "{")
  let before: string | undefined
  for (const [key, member] of Object.entries(value)) {
    if (!isList && (key < (before ?? "") || !key.isWellFormed())) return -1
    const name = isList ? "" : `${JSON.stringify(key)}:`
    at = endOfText(text, at, before === undefined ? name : `,${name}`)
    at = at === -1 ? -1 : endOfMatch(text, at, member, depth - 1)
    if (at === -1) return -1
    before = key
  }
  return at === -1 ? -1 : endOfText(text, at, isList ? "]" : "}")
}

const endOfText = (text: string, start: number, part: string): number =>
  text.startsWith(part, start) ? start + part.length : -1

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  // Without a comparison, `sort` compares UTF-16 code units.
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]))
}

/** For keys that look like numbers, which objects do not keep in the order of their texts. Finds what has no form. */
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
