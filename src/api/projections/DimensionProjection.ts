import { dimensionRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension, Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import type { DimensionsBody } from "../bodies/DimensionsBody.ts"

type DimensionEntry = DimensionsBody["dimensions"][string]
type ValueDetails = DimensionEntry["value_details"][string]

/** Makes the body of an item, without some of its fields. The callers differ in what they say of deprecations. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the contract of each body follows from the same table
export type BodyOf = <A>(item: ItemRef, fields: Fields, content: object, without?: ReadonlyArray<string>) => A

/** A dimension as the list of dimensions has it, with its values or some of them. */
export const dimensionBody = (bodyOf: BodyOf, dimension: Dimension, values = dimension.values): DimensionEntry => ({
  ...bodyOf<Omit<DimensionEntry, "values" | "value_details">>(
    dimensionRef(dimension.name),
    vocabulary.dimension,
    dimension,
    ["name", "values"]
  ),
  values: values.map(({ code }) => code),
  value_details: Object.fromEntries(values.map((value) => [value.code, valueBody(bodyOf, dimension.name, value)]))
})

/** A value as its dimension has it. */
export const valueBody = (bodyOf: BodyOf, dimension: string, value: Value): ValueDetails =>
  bodyOf(valueRef(dimension, value.code), vocabulary.value, value, ["code"])
