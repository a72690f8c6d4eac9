import type { ConfigProblem } from "../../domain/taxonomy/ConfigValidation.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { translate, type Languages } from "../model/Translate.ts"

/** A problem of a config as a sentence, with the labels of the dimensions. */
export const formatProblem = (problem: ConfigProblem, taxonomy: Taxonomy, languages: Languages): string => {
  const labelOf = (name: string) => {
    const dimension = snapshotOf(taxonomy).dimension(name)
    return dimension === undefined ? name : `“${translate(dimension, "label", languages) ?? name}”`
  }
  switch (problem._tag) {
    case "UnknownDimension":
      return `There is no dimension ${problem.dimension}.`
    case "UnknownValue":
      return `${labelOf(problem.dimension)} has no value ${problem.value}.`
    case "RepeatedValue":
      return `${labelOf(problem.dimension)} contains ${problem.value} twice.`
    case "WrongShape":
      return `${problem.path.length === 0 ? "A config" : labelOf(problem.dimension)} takes ${problem.expected}.`
    case "MissingDimension":
      return `${labelOf(problem.dimension)} is required.`
    case "Conflict":
      return `The rule ${problem.rule.id} forbids this combination: ${translate(problem.rule, "description", languages) ?? ""}`
  }
}
