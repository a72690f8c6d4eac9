import { isObject } from "../../../domain/Json.ts"
/** The first place where a value is not what its type promises. */
export interface Mismatch {
  /** What the type promises, such as `Expected string`. */
  readonly message: string
  readonly path: ReadonlyArray<string | number>
}

/** Checks a value that came from outside. Returns `undefined` if it is what its type promises. */
export type Guard = (value: unknown) => Mismatch | undefined

/** The guards of the members of an object. */
export type Members = Readonly<Record<string, Guard>>

/** Formats the path of a mismatch such as `["licenses"][0]["code"]`. Empty for the value as a whole. */
export const formatPath = ({ path }: Mismatch): string => path.map((key) => `[${JSON.stringify(key)}]`).join("")

export const guardText: Guard = (value) => expect(typeof value === "string", "string")

export const guardBoolean: Guard = (value) => expect(typeof value === "boolean", "boolean")

export const guardCount: Guard = (value) => expect(Number.isSafeInteger(value) && Number(value) >= 0, "whole number")

/** Guards a value that a predicate of the domain describes. */
export const guardBy = (value: unknown, isSound: (value: unknown) => boolean, expected: string): Mismatch | undefined =>
  expect(isSound(value), expected)

export const guardLiteral = (value: unknown, literals: ReadonlyArray<string | null>): Mismatch | undefined =>
  expect(
    literals.some((literal) => literal === value),
    literals.map((literal) => JSON.stringify(literal)).join(" | ")
  )

export const guardList = (value: unknown, guard: Guard): Mismatch | undefined => {
  if (!Array.isArray(value)) return expect(false, "array")
  for (const [index, member] of value.entries()) {
    const mismatch = guard(member)
    if (mismatch !== undefined) return within(index, mismatch)
  }
  return undefined
}

/** Guards an object whose member names are data. */
export const guardRecord = (value: unknown, guard: Guard): Mismatch | undefined => {
  if (!isObject(value)) return expect(false, "object")
  for (const [name, member] of Object.entries(value)) {
    const mismatch = guard(member)
    if (mismatch !== undefined) return within(name, mismatch)
  }
  return undefined
}

/** Guards an object with known members. Other members are allowed, since newer servers may send more. */
export const guardMembers = (value: unknown, required: Members, optional: Members = {}): Mismatch | undefined => {
  if (!isObject(value)) return expect(false, "object")
  for (const [name, guard] of Object.entries(required)) {
    if (!Object.hasOwn(value, name)) return { message: "Missing key", path: [name] }
    const mismatch = guard(value[name])
    if (mismatch !== undefined) return within(name, mismatch)
  }
  for (const [name, guard] of Object.entries(optional)) {
    if (!Object.hasOwn(value, name)) continue
    const mismatch = guard(value[name])
    if (mismatch !== undefined) return within(name, mismatch)
  }
  return undefined
}

const expect = (isSound: boolean, expected: string): Mismatch | undefined =>
  isSound ? undefined : { message: `Expected ${expected}`, path: [] }

const within = (key: string | number, { message, path }: Mismatch): Mismatch => ({ message, path: [key, ...path] })
