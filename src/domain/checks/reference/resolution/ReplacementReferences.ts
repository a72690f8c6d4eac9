import { inItem, replacementPath } from "../../../Finding.ts"
import type { Deprecation } from "../../../taxonomy/Deprecation.ts"
import { dimensionRef, formatItem, valueRef, type ItemRef } from "../../../taxonomy/ItemRef.ts"
import { replacementItems, replacementName } from "../../../taxonomy/Replacement.ts"
import { nearest } from "../../../taxonomy/Suggestion.ts"
import type { Names, Problems, ReferenceProblem } from "./ReferenceProblem.ts"

/** The replacements of a deprecated item that do not exist. */
export const replacementProblems = (
  tag: "UnknownDimension" | "UnknownValue" | "UnknownLicense",
  item: ItemRef,
  deprecation: Deprecation | undefined,
  names: ReadonlySet<string>,
  { dimensions, suggest }: Names
): Problems => {
  if (deprecation === undefined) return []
  const replaces = formatItem(item)
  return replacementItems(item, deprecation).flatMap((replacement, index): Problems => {
    const name = deprecation.replaced_by[index] ?? ""
    const location = inItem(item, ...replacementPath(deprecation, index))
    if (!name.includes("/") || replacement._tag !== "Value") {
      if (names.has(name)) return []
      const suggestion = suggest(`${tag} ${name}`, () => nearest(name, names)) ?? null
      return [{ _tag: tag, item, location, missing: replacement, name: { name, suggestion, replaces } }]
    }
    const codes = dimensions.get(replacement.dimension)?.codes
    if (codes?.has(replacement.value) === true) return []
    if (codes === undefined) {
      const suggestion = suggest(replacement.dimension, () => nearest(replacement.dimension, dimensions.keys())) ?? null
      const missing = dimensionRef(replacement.dimension)
      const unknown = { name: replacement.dimension, suggestion, replaces }
      return [{ _tag: "UnknownDimension", item, location, missing, name: unknown }]
    }
    const code = suggest(name, () => nearest(replacement.value, codes))
    const suggestion = code === undefined ? null : replacementName(item, valueRef(replacement.dimension, code))
    return [{ _tag: "UnknownValue", item, location, missing: replacement, name: { name, suggestion, replaces } }]
  })
}

/** The same problem of a value, with the kind of the item that its replacement names, if that is no value. */
export const withExistingKind = (
  problem: ReferenceProblem,
  dimensions: ReadonlySet<string>,
  licenses: ReadonlySet<string>
): ReferenceProblem => {
  if (problem._tag !== "UnknownValue") return problem
  const { name } = problem.name
  const kind = licenses.has(name) ? "license" : dimensions.has(name) ? "dimension" : undefined
  return kind === undefined ? problem : { ...problem, name: { ...problem.name, suggestion: null, exists_as: kind } }
}
