/**
 * The JSON of a value in pieces that are quick to make: long lists, such as the values of an added dimension, come in
 * parts. Joined, they are what `JSON.stringify` gives.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (!hasLongList(value)) {
    yield JSON.stringify(value)
  } else if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += maxListLength) {
      const part = JSON.stringify(value.slice(start, start + maxListLength))
      yield `${start === 0 ? "[" : ","}${part.slice(1, -1)}`
    }
    yield "]"
  } else {
    let separator = "{"
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* jsonPieces(member)
      separator = ","
    }
    yield "}"
  }
}

/** True for a long list, and for an object that has one. Lists of lists do not occur. */
const hasLongList = (value: unknown): value is object => {
  if (Array.isArray(value)) return value.length > maxListLength
  if (typeof value !== "object" || value === null) return false
  for (const name in value) if (hasLongList(Reflect.get(value, name))) return true
  return false
}

const maxListLength = 512
