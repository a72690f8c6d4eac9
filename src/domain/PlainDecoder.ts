import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isObject } from "./Json.ts"

/**
 * Makes a decoder of data from JSON or YAML that decode to themselves, with the keys in the order of the schema. Returns
 * `undefined` for data that the schema refuses, such as unknown keys, and for data that it would transform. It takes a
 * fraction of the time of the schema's own decoder, which alone knows what is wrong.
 */
export const makePlainDecoder = <A>(schema: Schema.Codec<A, unknown>): ((data: unknown) => A | undefined) => {
  // Made when it is needed: a program reads few of the schemas.
  let decode: Decode | undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data are what the schema describes
  return (data) => (decode ??= makeDecode(schema.ast))(data) as A | undefined
}

/** Returns `undefined`, which neither JSON nor YAML contains, for data that it refuses. */
type Decode = (data: unknown) => unknown

const refuse: Decode = () => undefined

const makeDecode = (ast: SchemaAST.AST): Decode => {
  const decode = ast.encoding === undefined ? makeDecodeType(ast) : refuse
  const filters = filtersIn(ast.checks ?? [])
  if (filters.length === 0) return decode
  return (data) => {
    const decoded = decode(data)
    if (decoded === undefined) return undefined
    for (const filter of filters) if (filter.run(decoded, ast, parseOptions) !== undefined) return undefined
    return decoded
  }
}

const filtersIn = (checks: ReadonlyArray<SchemaAST.Check<unknown>>): ReadonlyArray<SchemaAST.Filter<unknown>> =>
  checks.flatMap((check) => (check._tag === "Filter" ? [check] : filtersIn(check.checks)))

const parseOptions: SchemaAST.ParseOptions = {}

const makeDecodeType = (ast: SchemaAST.AST): Decode => {
  switch (ast._tag) {
    case "Unknown":
      return (data) => data
    case "Null":
      return (data) => (data === null ? data : undefined)
    case "Literal":
      return (data) => (data === ast.literal ? data : undefined)
    case "String":
    case "Number":
    case "Boolean": {
      const type = ast._tag.toLowerCase()
      return (data) => (typeof data === type ? data : undefined)
    }
    case "Union":
      return makeDecodeUnion(ast)
    case "Arrays":
      return makeDecodeArray(ast)
    case "Objects":
      return ast.indexSignatures.length === 0 ? makeDecodeStruct(ast) : makeDecodeRecord(ast)
    default:
      return refuse
  }
}

/** The first member that accepts the data decodes them, so none before it may transform any. */
const makeDecodeUnion = ({ options, types }: SchemaAST.Union): Decode => {
  if (options?.mode === "oneOf" || types.some((type) => SchemaAST.toType(type) !== type)) return refuse
  const members = types.map(makeDecode)
  return (data) => {
    for (const decode of members) {
      const decoded = decode(data)
      if (decoded !== undefined) return decoded
    }
    return undefined
  }
}

const makeDecodeArray = ({ elements, rest }: SchemaAST.Arrays): Decode => {
  if (rest.length !== 1 || elements.some(SchemaAST.isOptional)) return refuse
  const [decodeRest = refuse, ...decodeElements] = [...rest, ...elements].map(makeDecode)
  return (data) => {
    if (!Array.isArray(data) || data.length < elements.length) return undefined
    const decoded = data.map((member: unknown, index) => (decodeElements[index] ?? decodeRest)(member))
    return decoded.includes(undefined) ? undefined : decoded
  }
}

const makeDecodeStruct = ({ propertySignatures }: SchemaAST.Objects): Decode => {
  const fields = propertySignatures.map(({ name, type }) => ({
    name: String(name),
    isOptional: SchemaAST.isOptional(type),
    decode: makeDecode(type)
  }))
  return (data) => {
    if (!isObject(data)) return undefined
    const decoded: Record<string, unknown> = {}
    let unread = Object.keys(data).length
    for (const { decode, isOptional, name } of fields) {
      const value = data[name]
      if (value === undefined && isOptional) continue
      const next = decode(value)
      if (next === undefined) return undefined
      decoded[name] = next
      unread -= 1
    }
    return unread === 0 ? decoded : undefined
  }
}

const makeDecodeRecord = ({ indexSignatures, propertySignatures }: SchemaAST.Objects): Decode => {
  const [{ parameter, type } = { parameter: SchemaAST.never, type: SchemaAST.never }, ...others] = indexSignatures
  if (others.length > 0 || propertySignatures.length > 0) return refuse
  const [decodeKey, decodeValue] = [makeDecode(parameter), makeDecode(type)]
  return (data) => {
    if (!isObject(data)) return undefined
    const decoded = Object.entries(data).map(([key, value]) => [decodeKey(key), decodeValue(value)])
    return decoded.flat().includes(undefined) ? undefined : Object.fromEntries(decoded)
  }
}
