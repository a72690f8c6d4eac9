import { duplicate } from "../../domain/checks/source/Duplicate.ts"
import { wrongType } from "../../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, inSource, replacementPath, type Path } from "../../domain/Finding.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItem, replacementItems, replacementName } from "../../domain/taxonomy/Replacement.ts"
import { findRepeated } from "./DuplicateDiagnostics.ts"

/**
 * Finds the replacements that a deprecation names again, in whatever spelling, and the values of the same dimension
 * that it names as those of another. `path` leads to the deprecated item.
 */
export const findReplacementProblems = (
  file: string,
  item: ItemRef,
  deprecated: Deprecation | undefined,
  path: Path = []
): ReadonlyArray<Finding> => {
  if (deprecated === undefined) return []
  const repeated = new Set(findRepeated(replacementItems(item, deprecated), toItemId).map(({ index }) => index))
  return deprecated.replaced_by.flatMap((written, index): ReadonlyArray<Finding> => {
    const at = { location: inSource(file, { path: [...path, ...replacementPath(deprecated, index)] }) }
    if (repeated.has(index)) return [makeFinding(duplicate, { problem: "replacement", replacement: written }, at)]
    const name = replacementName(item, replacementItem(item, written))
    return name === written ? [] : [ownDimension(name, at)]
  })
}

/** A move within a dimension would only require a newer artifact format. */
const ownDimension = (code: string, at: Pick<Finding, "location">): Finding =>
  makeFinding(
    wrongType,
    {
      problem: "unexpected",
      subject: "entry",
      name: "replaced_by",
      expected: { type: "described", description: "the code alone if it names a value of the same dimension" },
      hint: `Write ${code}.`
    },
    at
  )
