import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { makePlainDecoder } from "../../domain/PlainDecoder.ts"
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
  if (!Predicate.isObject(content) || !Array.isArray(content["values"])) return undefined
  const values: Array<typeof ValueSource.Type> = []
  for (const written of content["values"]) {
    const value = decodePlainValue(written) ?? Result.getOrUndefined(decodeValue(written))
    if (value === undefined) return undefined
    values.push(value)
  }
  return Result.getOrUndefined(Result.map(decodeOnly({ ...content, values: [] }), (rest) => ({ ...rest, values })))
}

/** Most values have these fields only. */
const decodePlainValue = makePlainDecoder(
  Schema.Struct(Struct.pick(Value.fields, ["code", "label", "description", "definition"]))
)
