import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Code } from "../../../domain/taxonomy/Identifiers.ts"
import { addDimension } from "../../../edit/draft/AddDimension.ts"
import { commandRefused, usageError } from "../../CommandRefused.ts"
import { editSources } from "../EditSources.ts"
import { given } from "../Given.ts"
import type { NewDimensionInput } from "./NewDimension.ts"

export const runNewDimension = Effect.fnUntraced(function* ({
  definition,
  values,
  valuesFrom,
  ...input
}: NewDimensionInput) {
  const parsed = yield* Effect.forEach(values, parseValue)
  const { description, label, name, required, shape } = input
  yield* editSources(input, (draft) => {
    // A license cannot set what does not exist yet.
    if (required && draft.taxonomy.licenses.length > 0) return Result.fail(commandRefused(addFirst(name)))
    return addDimension(draft, {
      name,
      label,
      description,
      shape,
      required,
      values: parsed,
      ...given("definition", definition),
      ...given("valuesFrom", valuesFrom)
    })
  })
})

const addFirst = (name: string): string =>
  `Every license must set a required dimension, and no license sets ${name} yet. Nothing was written. Add it without --required, set it in the licenses, then write required: true into its file.`

const parseValue = Effect.fnUntraced(function* (text: string) {
  const [code = "", label = "", description = "", ...rest] = text.split("|").map((part) => part.trim())
  if (!Schema.is(Code)(code) || label === "" || description === "" || rest.length > 0) {
    return yield* usageError(
      `Invalid --value "${text}". Write "CODE | Label | Description"; a code has letters, digits and . _ + -.`
    )
  }
  return { code, label, description }
})
