import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { enable } from "effect/schema/SchemaJITCompiler"
import * as Struct from "effect/Struct"
import { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { DimensionSource, ValueSource } from "./SourceSchemas.ts"

/**
 * Decodes a dimension. The decoder of the whole schema finds every problem, but takes five times as long as a look at
 * each value, of which there may be many and nearly all are valid.
 */
export const decodeDimension = (content: unknown): Result.Result<DimensionSource, Schema.SchemaError> => {
  const dimension = decodeValid(content)
  return dimension === undefined ? decodeWithProblems(content) : Result.succeed(dimension)
}

const decodeWithProblems = Schema.decodeUnknownResult(DimensionSource, { errors: "all", onExcessProperty: "error" })

const decodeOnly = Schema.decodeUnknownResult(DimensionSource, { onExcessProperty: "error" })

const decodeValue = Schema.decodeUnknownResult(ValueSource, { onExcessProperty: "error" })

/** The dimension, or `undefined` if anything is wrong with it. */
const decodeValid = (content: unknown): DimensionSource | undefined => {
  if (!isRecord(content) || !Array.isArray(content["values"])) return undefined
  const values: Array<typeof ValueSource.Type> = []
  for (const written of content["values"]) {
    const value = plainValue(written) ?? Result.getOrUndefined(decodeValue(written))
    if (value === undefined) return undefined
    values.push(value)
  }
  return Result.getOrUndefined(Result.map(decodeOnly({ ...content, values: [] }), (rest) => ({ ...rest, values })))
}

/** The fields that decoding takes over as they are, in the order of the schema. */
const PlainValue = Schema.Struct(Struct.pick(Value.fields, ["code", "label", "description", "definition"]))

enable(PlainValue.ast)

const isPlainValue = Schema.is(PlainValue)

const plainNames: ReadonlyArray<string> = Object.keys(PlainValue.fields)

/** The value as the decoder would return it, if it has plain fields only. */
const plainValue = (written: unknown): typeof PlainValue.Type | undefined => {
  if (!isPlainValue(written)) return undefined
  let position = -1
  let isInOrder = true
  for (const name in written) {
    const at = plainNames.indexOf(name)
    if (at === -1) return undefined
    isInOrder &&= at > position
    position = at
  }
  if (isInOrder) return written
  const { code, definition, description, label } = written
  return { code, label, description, ...(definition === undefined ? {} : { definition }) }
}

const isRecord = (content: unknown): content is Readonly<Record<string, unknown>> =>
  typeof content === "object" && content !== null
