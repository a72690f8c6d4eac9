/** Resolves a scalar without quotes by the core schema of YAML 1.2. */
export const resolvePlain = (source: string): unknown => {
  if (!canBeOtherThanText(source.charCodeAt(0))) return source
  if (source.length <= 5) {
    const word = words.get(source)
    if (word !== undefined) return word
  }
  if (decimal.test(source)) return Number.parseFloat(source)
  if (hexadecimal.test(source)) return Number.parseInt(source.slice(2), 16)
  return octal.test(source) ? Number.parseInt(source.slice(2), 8) : source
}

/** True for the first characters of null, booleans and numbers. */
const canBeOtherThanText = (code: number): boolean =>
  code < 0x3a
    ? code >= 0x2b && code !== 0x2c && code !== 0x2f
    : code === 0x4e ||
      code === 0x6e ||
      code === 0x54 ||
      code === 0x74 ||
      code === 0x46 ||
      code === 0x66 ||
      code === 0x7e

const words: ReadonlyMap<string, null | boolean | number> = new Map<string, null | boolean | number>([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...[".inf", ".Inf", ".INF"].flatMap((word) => [
    [word, Number.POSITIVE_INFINITY] as const,
    [`+${word}`, Number.POSITIVE_INFINITY] as const,
    [`-${word}`, Number.NEGATIVE_INFINITY] as const
  ]),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, Number.NaN] as const)
])

const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const hexadecimal = /^0x[\da-fA-F]+$/
const octal = /^0o[0-7]+$/
