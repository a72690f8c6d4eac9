import {
  findRemoval,
  findReplacement,
  indexRelease,
  type ContractRelease
} from "../../domain/contracts/ContractRelease.ts"
import { makeFindSuccession } from "../../domain/contracts/Succession.ts"
import { asSentence, labeled } from "../../domain/Sentence.ts"
import { countryOf, type ConfigViolation, type Conflict } from "../../domain/taxonomy/ConfigValidation.ts"
import {
  codeOf,
  conflictRuleRef,
  dimensionRef,
  formatItem,
  valueRef,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements, replacementName } from "../../domain/taxonomy/Replacement.ts"
import { dimensionsIn, verdictOf } from "../../domain/taxonomy/Rules.ts"
import { nearestNames } from "../../domain/taxonomy/Suggestion.ts"
import type { ConfigProblem, Removal } from "./ConfigProblem.ts"
import type { BrokenAdvice } from "./ConfigVerdict.ts"
import type { LabelOf } from "./DescribeAnswer.ts"

/** Describes a rule that a config breaks. */
export const describeConflict = ({ path, rule }: Conflict, labelOf: LabelOf = noLabels): BrokenAdvice => ({
  path,
  dimensions: dimensionsIn(rule),
  rule: rule.id,
  message: `The rule ${labeled(rule.id, labelOf(conflictRuleRef(rule.id)))} ${verdictOf(rule)}`,
  help: rule.description
})

/** Describes a problem as data for forms, and in sentences. */
export const describeProblem = (pair: ConfigPair, problem: ConfigViolation): ConfigProblem => {
  if (problem._tag === "Conflict") {
    const { dimensions: concerned, ...facts } = describeConflict(problem, pair.labelOf)
    const [dimension = ""] = concerned
    return { kind: "Conflict", dimension, dimensions: concerned, suggestions: [], ...facts }
  }
  const { labelOf = noLabels } = pair
  const { dimension, path } = problem
  const { dimensions } = indexRelease(pair.to).vocabulary
  const name = labeled(dimension, labelOf(dimensionRef(dimension)))
  const place = { path, dimension, dimensions: [dimension] }
  const plain = { suggestions: [], help: undefined }
  switch (problem._tag) {
    case "UnknownDimension":
      return {
        kind: problem._tag,
        ...place,
        ...describeUnknown(pair, dimensionRef(dimension), dimensions.keys(), `Unknown dimension ${quote(dimension)}`)
      }
    case "UnknownValue": {
      const code = problem.value
      const codes = dimensions.get(dimension)?.codes ?? []
      const message = `${name} has no value ${quote(code)}`
      return {
        kind: problem._tag,
        ...place,
        code,
        ...describeUnknown(pair, valueRef(dimension, code), codes, message)
      }
    }
    case "RepeatedValue": {
      const code = problem.value
      const value = quoteLabeled(code, labelOf(valueRef(dimension, code)))
      return { kind: problem._tag, ...place, code, ...plain, message: `${name} repeats the value ${value}` }
    }
    case "UnlistedCountry": {
      const code = problem.value
      const message = `${name} names ${labeled(code, labelOf(valueRef(dimension, code)))}, and the territory does not list ${countryOf(code)}`
      return { kind: problem._tag, ...place, code, suggestions: [], message, help: unlistedHelp(code) }
    }
    case "WrongShape": {
      const shape = dimensions.get(dimension)?.shape
      return path.length === 0 || shape === undefined
        ? { kind: problem._tag, path, dimensions: [], ...plain, message: `A config takes ${problem.expected}` }
        : { kind: problem._tag, ...place, shape, ...plain, message: `${name} takes ${problem.expected}` }
    }
    case "MissingDimension":
      return { kind: problem._tag, ...place, ...plain, message: `The required dimension ${name} is missing` }
  }
}

const describeUnknown = (pair: ConfigPair, item: ItemRef, known: Iterable<string>, message: string) => {
  const { candidates, facts } = describeMissingItem(pair, item)
  if (facts.removed_in === undefined && facts.help === undefined) {
    const suggestions = nearestNames(codeOf(item), known)
    const [first] = suggestions
    if (first === undefined) return { suggestions, message, help: undefined }
    const meant = item._tag === "Value" ? valueRef(item.dimension, first) : dimensionRef(first)
    return { suggestions, message, help: `Did you mean ${quoteLabeled(first, pair.labelOf?.(meant))}?` }
  }
  return {
    suggestions: candidates.filter((each) => isBeside(item, each)).map(codeOf),
    message: facts.removed_in === undefined ? message : `${formatItem(item)} was removed in ${facts.removed_in}`,
    ...facts
  }
}

/** A problem as one line, after its place in the config. */
export const formatProblem = ({ help, message, path }: Pick<ConfigProblem, "help" | "message" | "path">): string =>
  `${path.length === 0 ? "" : `${path.join(".")}: `}${message}.${help === undefined ? "" : ` ${help}`}`

/** True for a replacement that stands in the same place of a config. */
const isBeside = (item: ItemRef, other: ItemRef): boolean =>
  item._tag === "Value"
    ? other._tag === "Value" && item.dimension === other.dimension
    : item._tag === "Dimension" && other._tag === "Dimension"

/** A config may contain any text. */
const quote = (text: string): string =>
  JSON.stringify(text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`)

/** A name or a code as it is written, after its label. */
const quoteLabeled = (name: string, label: string | undefined): string =>
  label === name ? quote(name) : labeled(quote(name), label)

/** The length of the longest code. */
const maxQuotedLength = 64

/** What to do about a part of a country that the territory does not list. */
export const unlistedHelp = (part: string): string =>
  `List ${countryOf(part)} in place of the whole world, or remove ${part}.`

/** The release that a config is validated by, and the one that it was written for, which may be the same. */
export interface ConfigPair {
  readonly from: ContractRelease
  readonly to: ContractRelease
  /** The labels in the language of the reader. Without it, sentences have names and codes alone. */
  readonly labelOf?: LabelOf
}

const noLabels: LabelOf = () => undefined

/** What is known of an item that a config names and its release does not have. */
interface MissingItem {
  readonly facts: Removal & {
    /** What to use instead, and the reason; `undefined` if nothing is known. */
    readonly help: string | undefined
  }
  /** The items that can take its place, each alone. Empty if none can, or only several together. */
  readonly candidates: ReadonlyArray<ItemRef>
}

export const describeMissingItem = ({ from, to }: ConfigPair, item: ItemRef): MissingItem => {
  const removal = findRemoval(to, item)
  const facts = findReplacement(from, to, item)
  const { reason, replacement } = facts ?? { reason: removal?.reason, replacement: undefined }
  const { candidates, words } = findSuccessors({ from, to }, item)
  const help = [
    words === "" ? (facts === undefined ? "" : "Nothing replaces it.") : `Use ${words} instead.`,
    reason === undefined ? "" : `Reason: ${asSentence(reason)}`
  ]
  return {
    facts: {
      ...(removal === undefined ? {} : { removed_in: removal.removed_in }),
      ...(replacement === undefined || replacement.items.length === 0
        ? {}
        : { replacement: { mode: replacement.mode, items: replacement.items.map(formatItem) } }),
      ...(reason === undefined ? {} : { reason }),
      help: help.filter((sentence) => sentence !== "").join(" ") || undefined
    },
    candidates
  }
}

/** Follows replacements to items that the release has. */
const findSuccessors = ({ from, to }: ConfigPair, item: ItemRef) => {
  const succession = makeFindSuccession({
    isFinal: indexRelease(to).has,
    findReplacement: (each) => findReplacement(from, to, each)?.replacement
  })(item)
  const isChoice = "obstacle" in succession
  const items = isChoice ? succession.candidates : succession.items
  return {
    candidates: isChoice || items.length === 1 ? items : [],
    words: formatReplacements({
      replaced_by: items.map((each) => replacementName(item, each)),
      ...(isChoice ? {} : { replacement_mode: "all_of" })
    })
  }
}
