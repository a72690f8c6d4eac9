import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** Encodes a value as compact JSON with a line break at its end. Other requests are answered in between. */
export const encodeInSteps = Effect.fnUntraced(function* (value: object) {
  const parts: Array<string> = []
  let length = 0
  for (const part of jsonParts(value, splitDepth)) {
    parts.push(part)
    length += part.length
    if (length < stepLength) continue
    length = 0
    yield* Effect.yieldNow
  }
  parts.push("\n")
  const text = parts.join("")
  yield* Effect.yieldNow
  return Buffer.from(text)
})

/** Characters between two yields: less than a millisecond of work. */
const stepLength = 65_536

/** The members of the components of a document are three levels below it. */
const splitDepth = 3

/** The same text as `JSON.stringify`, in parts. */
export function* jsonParts(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || !Predicate.isObject(value) || Array.isArray(value) || "toJSON" in value) {
    return yield JSON.stringify(value)
  }
  let separator = "{"
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonParts(member, depth - 1)
    separator = ","
  }
  yield separator === "{" ? "{}" : "}"
}
