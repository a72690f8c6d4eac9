import { isObject } from "../../domain/Json.ts"
import {
  isFlagsCondition,
  isMultipleCondition,
  isSetting,
  isSingleCondition,
  isTerritoryCondition
} from "../../domain/taxonomy/Settings.ts"

/**
 * The type of a value that came from outside, as data. An object has the members that its type names, those whose name
 * ends in `?` if it likes, and any others, since newer servers may send more.
 */
export type BodyType =
  | keyof typeof primitives
  | ((value: unknown) => Mismatch | undefined)
  | readonly ["of", ...ReadonlyArray<string | null>]
  | readonly ["list", BodyType]
  /** An object whose member names are data. */
  | readonly ["record", BodyType]
  /** An object by its `kind`, and the type of unknown kinds, which a newer server may send. */
  | readonly ["kinds", Members, BodyType]
  | Members

interface Members {
  readonly [name: string]: BodyType
}

/** An object by its `kind`, and the type of unknown kinds, which a newer service may send. */
type KindsType = readonly ["kinds", Members, BodyType]

/** An endpoint of the service, as the client requests it. */
export interface Endpoint {
  /** The path below the base address, such as `/{api_version}/licenses/{license_code}`. */
  readonly path: string
  /** The names of the query's parameters, those that are optional with `?`; `any` if every dimension is one. */
  readonly query: "any" | ReadonlyArray<string>
  readonly type: BodyType
  /** True if the body is a text instead of JSON. */
  readonly isText: boolean
  /** False if it needs no API key. */
  readonly isKeyed: boolean
  /** True if it reads the release that the client is for. */
  readonly isOfRelease: boolean
}

/** The first place where a value is not what its type promises. */
export interface Mismatch {
  /** What the type promises, such as `Expected string`. */
  readonly message: string
  readonly path: ReadonlyArray<string | number>
}

/** Formats the path of a mismatch such as `["licenses"][0]["code"]`. Empty for the value as a whole. */
export const formatMismatch = ({ message, path }: Mismatch): string =>
  path.length === 0 ? message : `${message} at ${path.map((key) => `[${JSON.stringify(key)}]`).join("")}`

/** Finds the first place where a value is not of a type. Returns `undefined` if it is of the type. */
export const findMismatch = (type: BodyType, value: unknown): Mismatch | undefined => {
  if (typeof type === "function") return type(value)
  if (typeof type === "string") return expect(primitives[type](value), type)
  if (!isTuple(type)) return findInMembers(type, value)
  if (type[0] === "of") {
    const [, ...literals] = type
    const isOne = literals.some((literal) => literal === value)
    return expect(isOne, literals.map((literal) => JSON.stringify(literal)).join(" | "))
  }
  if (type[0] === "list") {
    return Array.isArray(value) ? findInEntries(value.entries(), type[1]) : expect(false, "array")
  }
  if (!isObject(value)) return expect(false, "object")
  if (type[0] === "record") return findInEntries(Object.entries(value), type[1])
  return findMismatch(typeOfKind(type, value), value)
}

/** The type of an object by its `kind`. */
export const typeOfKind = ([, kinds, unknown]: KindsType, { kind }: Readonly<Record<string, unknown>>): BodyType =>
  (typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? unknown

/** A type of values that a function describes. */
export const typeOf =
  (expected: string, isSound: (value: unknown) => boolean) =>
  (value: unknown): Mismatch | undefined =>
    expect(isSound(value), expected)

/** The setting of a dimension. */
export const setting = /* @__PURE__ */ typeOf(
  "a code, a list of codes, a territory, or an object of booleans",
  isSetting
)

export const isCondition = (value: unknown): boolean =>
  isMultipleCondition(value) || isSingleCondition(value) || isTerritoryCondition(value) || isFlagsCondition(value)

/** The condition of a rule on a dimension. */
export const condition = /* @__PURE__ */ typeOf("a condition", isCondition)

/** A full version. */
export const fullVersion = /* @__PURE__ */ typeOf(
  "a version such as 1.0.0",
  (text) => typeof text === "string" && /^\d+\.\d+\.\d+$/.test(text)
)

/** The texts of an item in other languages, from which `locale` selects. */
export const translations = ["record", ["record", "string"]] as const

/** The text of a checkpoint (C2SP signed-note), as far as the client reads it. */
export const checkpoint = /* @__PURE__ */ typeOf(
  "a signed note",
  (text) => typeof text === "string" && text.includes("\n\n— ")
)

/** The text of a proof (C2SP tlog-proof), as far as the client reads it. */
export const proof = /* @__PURE__ */ typeOf(
  "a proof",
  (text) => typeof text === "string" && text.startsWith("c2sp.org/tlog-proof@v1\n")
)

const primitives = {
  string: (value: unknown) => typeof value === "string",
  boolean: (value: unknown) => typeof value === "boolean",
  "whole number": (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  "string or null": (value: unknown) => value === null || typeof value === "string",
  object: isObject
}

export const isTuple = (type: BodyType): type is Extract<BodyType, ReadonlyArray<unknown>> => Array.isArray(type)

const findInMembers = (members: Members, value: unknown): Mismatch | undefined => {
  if (!isObject(value)) return expect(false, "object")
  for (const [key, type] of Object.entries(members)) {
    const name = key.replace("?", "")
    if (Object.hasOwn(value, name)) {
      const mismatch = findAt(name, type, value[name])
      if (mismatch !== undefined) return mismatch
    } else if (name === key) {
      return { message: "Missing key", path: [name] }
    }
  }
  return undefined
}

const findInEntries = (entries: Iterable<[string | number, unknown]>, type: BodyType): Mismatch | undefined => {
  for (const [key, member] of entries) {
    const mismatch = findAt(key, type, member)
    if (mismatch !== undefined) return mismatch
  }
  return undefined
}

const findAt = (key: string | number, type: BodyType, value: unknown): Mismatch | undefined => {
  const mismatch = findMismatch(type, value)
  return mismatch && { ...mismatch, path: [key, ...mismatch.path] }
}

const expect = (isSound: boolean, expected: string): Mismatch | undefined =>
  isSound ? undefined : { message: `Expected ${expected}`, path: [] }
