import * as Schema from "effect/Schema"
import { enable } from "effect/schema/SchemaJITCompiler"

/**
 * Makes a decoder for a struct whose fields decode to themselves. It takes a fifth of the time of the schema's own, but
 * returns `undefined` for whatever that may refuse: it does not know why.
 */
export const makePlainDecoder = <const Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>
): ((value: unknown) => Schema.Struct<Fields>["Type"] | undefined) => {
  enable(schema.ast)
  const isValid = Schema.is(schema)
  const names = Object.keys(schema.fields)
  return (value) => {
    if (!isValid(value)) return undefined
    let last = -1
    let isInOrder = true
    for (const name in value) {
      const position = names.indexOf(name)
      if (position === -1) return undefined
      isInOrder &&= position > last
      last = position
    }
    return isInOrder ? value : inOrder(value, names)
  }
}

/** The same fields in the order of the schema, in which its own decoder would return them. */
const inOrder = <A extends object>(value: A, names: ReadonlyArray<string>): A => {
  const ordered: Record<string, unknown> = {}
  for (const name of names) if (name in value) ordered[name] = Reflect.get(value, name)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields are the same, in another order
  return ordered as A
}
