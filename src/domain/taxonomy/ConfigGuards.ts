import { isObject } from "../Json.ts"
import type { Config, Flags, Setting, Territory } from "./Config.ts"
import { isCode, isDimensionName } from "./NamePatterns.ts"

// These guards accept what `Schema.is` of the schemas of the same names accepts. They need no schema at run time, so
// that browsers run the pipeline's own code without Effect.

/** Keys that are not names of dimensions do not count, as in the schema. */
export const isConfig = (value: unknown): value is Config =>
  isObject(value) && Object.entries(value).every(([name, setting]) => !isDimensionName(name) || isSetting(setting))

export const isSetting = (value: unknown): value is Setting =>
  isCode(value) || isListOfCodes(value) || isTerritory(value) || isFlags(value)

export const isTerritory = (value: unknown): value is Territory =>
  isObject(value) && typeof value["global"] === "boolean" && isListOfCodes(value["countries"])

/** Keys that are not codes do not count, as in the schema. */
export const isFlags = (value: unknown): value is Flags =>
  isObject(value) && Object.entries(value).every(([member, flag]) => typeof flag === "boolean" || !isCode(member))

/** A list without holes, which `every` would skip. */
export const isListOf = <A>(value: unknown, isMember: (member: unknown) => member is A): value is ReadonlyArray<A> =>
  Array.isArray(value) && value.findIndex((member) => !isMember(member)) === -1

export const isListOfCodes = (value: unknown): value is ReadonlyArray<string> => isListOf(value, isCode)
