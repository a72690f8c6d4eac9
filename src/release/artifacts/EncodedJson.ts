/** JSON in UTF-8 as pieces, so that a piece that several files contain is encoded once. */
export type EncodedJson = ReadonlyArray<Uint8Array>

export const encodeJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

/** Encodes an object as `JSON.stringify` does, with some of its members encoded already. */
export const encodeWith = (value: object, encoded: Readonly<Record<string, EncodedJson>>): EncodedJson => {
  const members = Object.entries(value).flatMap(([name, member], index) => [
    Buffer.from(`${index === 0 ? "" : ","}${JSON.stringify(name)}:`),
    ...(encoded[name] ?? [encodeJson(member)])
  ])
  return [openBrace, ...members, closeBrace]
}

/** Encodes an array of encoded items. */
export const encodeArray = (items: ReadonlyArray<Uint8Array>): EncodedJson => [
  openBracket,
  ...separate(items),
  closeBracket
]

/** Encodes an object of members that `encodeMembers` encoded. */
export const encodeObject = (members: ReadonlyArray<Uint8Array>): EncodedJson => [
  openBrace,
  ...separate(members),
  closeBrace
]

/** Encodes the members of an object without its braces. */
export const encodeMembers = (value: unknown): Uint8Array => encodeJson(value).subarray(1, -1)

const separate = (pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]))

const openBrace = Buffer.from("{")
const closeBrace = Buffer.from("}")
const openBracket = Buffer.from("[")
const closeBracket = Buffer.from("]")
const comma = Buffer.from(",")
