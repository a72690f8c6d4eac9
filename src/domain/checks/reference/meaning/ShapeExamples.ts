import { meantCode, type KnownDimension } from "./MeantCode.ts"
import { writeCode } from "./WrittenCode.ts"

/** A valid setting of a dimension, with the codes of an invalid one. */
export const settingExample = (name: string, dimension: KnownDimension, written: unknown): string => {
  const codes = codesMeant(dimension, written)
  const [first = "CODE"] = codes
  switch (dimension.shape) {
    case "single":
      return `${name}: ${first}`
    case "multiple":
      return `${name}: ${list(codes)}`
    case "territory":
      return written === "global" || isGlobal(written)
        ? `${name}: { global: true, countries: [] }`
        : `${name}: { global: false, countries: ${list(codes)} }`
    case "flags":
      // What was written may have been a refusal, so that an example that permits would turn it around.
      return `${name}: { ${first}: ${textsIn(written).some((text) => meantCode(dimension, text) !== undefined)} }`
  }
}

/** A valid condition on a dimension, with the codes of an invalid one. */
export const conditionExample = (name: string, dimension: KnownDimension, written: unknown): string => {
  const codes = codesMeant(dimension, written)
  const [first = "CODE", ...more] = codes
  const contains = more.length === 0 ? `{ contains: ${first} }` : `{ contains_any: ${list(codes)} }`
  switch (dimension.shape) {
    case "single":
      return `${name}: ${more.length === 0 ? `{ equals: ${first} }` : `{ any_of: ${list(codes)} }`}`
    case "multiple":
      return `${name}: ${contains}`
    case "territory":
      return `${name}: { countries: ${contains} }`
    case "flags":
      return `${name}: { ${first}: true }`
  }
}

/** The codes of the dimension in the invalid value, also misspelt ones; else the first code of the dimension. */
const codesMeant = (dimension: KnownDimension, written: unknown): ReadonlyArray<string> => {
  const meant = textsIn(written).flatMap((text) => meantCode(dimension, text) ?? [])
  return (
    meant.length === 0
      ? [familiarCodes.find((code) => dimension.codes.has(code)) ?? [...dimension.codes.values().take(1)][0] ?? "CODE"]
      : [...new Set(meant)]
  ).map(writeCode)
}

/** The countries that an example names, if the dimension has them. */
const familiarCodes: ReadonlyArray<string> = ["US", "GB", "DE"]

/** True for an object with `global: true`. */
const isGlobal = (written: unknown): boolean =>
  typeof written === "object" && written !== null && "global" in written && written.global === true

const textsIn = (written: unknown): ReadonlyArray<string> => {
  if (typeof written === "string") return [written]
  if (Array.isArray(written)) return written.flatMap(textsIn)
  if (typeof written !== "object" || written === null) return []
  return Object.entries(written).flatMap(([key, inner]) => (typeof inner === "boolean" ? key : textsIn(inner)))
}

const list = (codes: ReadonlyArray<string>): string => `[${codes.join(", ")}]`
