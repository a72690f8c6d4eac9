import { shapeInWords } from "../../taxonomy/ConfigValidation.ts"
import type { Shape } from "../../taxonomy/Taxonomy.ts"

/** A value that its key does not take, or a key that is not text. */
export type TypeProblem =
  | (Subject & {
      readonly problem: "unexpected"
      readonly expected: Expectation
      /** A similar choice or key. */
      readonly suggestion?: string | undefined
      /** A word that people use for true or false, but YAML reads as text. */
      readonly meant_boolean?: { readonly written: string; readonly value: boolean }
      /** The codes of a list that was written without brackets or commas. */
      readonly meant_list?: ReadonlyArray<string>
      readonly hint?: string | undefined
    })
  | (Subject & { readonly problem: "empty"; readonly expected: Expectation; readonly hint?: string | undefined })
  | (Subject & { readonly problem: "not-text"; readonly written: string; readonly read_as: string })
  | { readonly problem: "key-not-text"; readonly key: string; readonly read_as: string }
  | { readonly problem: "collection-as-key" | "empty-key" }
  | { readonly problem: "setting"; readonly dimension: string; readonly shape: Shape; readonly example: string }
  | {
      readonly problem: "condition"
      readonly dimension: string
      readonly shape: Shape
      readonly suggestion: string | null
      readonly example: string
    }

/** What has the wrong type: a file as a whole, the value of a key, or an entry of its list. */
export type Subject = { readonly subject: "file" | "key" | "entry"; readonly name: string }

export type Expectation =
  | { readonly type: "text" | "list" | "boolean" | "non-empty-list" }
  | { readonly type: "map"; readonly required_keys: ReadonlyArray<string> }
  /** A map with at least one of these keys. */
  | { readonly type: "any-key"; readonly keys: ReadonlyArray<string> }
  | { readonly type: "choice"; readonly choices: ReadonlyArray<string> }
  /** In the words of the schema, such as "a version such as 1.4.0". */
  | { readonly type: "described"; readonly description: string }

/** The sentences about a problem. */
export const formatTypeProblem = (context: TypeProblem): { readonly message: string; readonly help: string } => {
  switch (context.problem) {
    case "unexpected":
      return {
        message: `${formatSubject(context)} must ${formatDemand(context.expected)}`,
        help: unexpectedHelp(context)
      }
    case "empty":
      return { message: `${formatSubject(context)} is empty`, help: context.hint ?? emptyHelp(context) }
    case "not-text":
      return {
        message: `${formatSubject(context)} must be text, but YAML reads ${context.written} as ${formatType(context.read_as)}`,
        help:
          context.name === "version" ? "Write three numbers, such as 1.1.0." : `Put it in quotes: "${context.written}".`
      }
    case "key-not-text":
      return {
        message: `The key ${context.key} must be text, but YAML reads it as ${formatType(context.read_as)}`,
        help: `Put it in quotes: "${context.key}".`
      }
    case "collection-as-key":
      return { message: "A key must be text, not a list or a map", help: "Write a text before the colon." }
    case "empty-key":
      return { message: "A key is empty", help: "Write the key before the colon." }
    case "setting":
      return {
        message: `${context.dimension} must be ${shapeInWords[context.shape]}`,
        help: `Write ${context.example}`
      }
    case "condition": {
      const { dimension, example, shape, suggestion } = context
      return {
        message: `The condition does not fit ${dimension}, which has the shape ${shape} (${shapeInWords[shape]})`,
        help:
          suggestion === null
            ? `Conditions for ${shape}: ${conditionsOfShape[shape]}. Example: ${example}`
            : `Did you mean "${suggestion}"?`
      }
    }
  }
}

type Problem<Name extends TypeProblem["problem"]> = Extract<TypeProblem, { readonly problem: Name }>

const unexpectedHelp = (context: Problem<"unexpected">): string => {
  const { expected, hint, meant_boolean, meant_list, name, subject, suggestion } = context
  if (suggestion !== undefined) return `Did you mean "${suggestion}"?`
  if (meant_boolean !== undefined) return `Write ${meant_boolean.value}: YAML reads ${meant_boolean.written} as text.`
  if (meant_list !== undefined) return `Write ${subject === "entry" ? "" : `${name}: `}[${meant_list.join(", ")}].`
  if (hint !== undefined) return hint
  if (expected.type === "any-key") return `Write ${name}: { ${expected.keys[0]}: TEXT }.`
  return expected.type === "map" && expected.required_keys.length > 0
    ? `Write its keys: ${expected.required_keys.map((key) => `${key}: …`).join(", ")}.`
    : `Write ${formatExpectation(expected)}.`
}

const emptyHelp = ({ expected, name, subject }: Problem<"empty">): string => {
  if (expected.type !== "text") return `Write ${formatExpectation(expected)}.`
  return subject === "key" ? `Write the text after ${name}:.` : "Write the text, or remove the entry."
}

const formatSubject = ({ name, subject }: Subject): string => {
  if (subject === "file") return name
  return subject === "entry" ? `An entry of "${name}"` : `"${name}"`
}

const formatDemand = (expected: Expectation): string =>
  expected.type === "any-key" ? `contain ${formatExpectation(expected)}` : `be ${formatExpectation(expected)}`

const formatExpectation = (expected: Expectation): string => {
  switch (expected.type) {
    case "any-key":
      return expected.keys.length === 1 ? `${expected.keys[0]}` : `at least one of ${formatConjunction(expected.keys)}`
    case "choice":
      return `${expected.choices.length === 1 ? "" : "one of "}${expected.choices.join(", ")}`
    case "described":
      return expected.description
    default:
      return typeNames[expected.type]
  }
}

/** `A, B and C` */
const formatConjunction = (words: ReadonlyArray<string>): string =>
  new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words)

const typeNames = {
  text: "text",
  list: "a list",
  boolean: "true or false",
  "non-empty-list": "a list with at least one entry",
  map: "a map of keys and values"
} as const

/** A type as YAML reads it. */
const formatType = (type: string): string => {
  if (type === "null") return "nothing (null)"
  return type === "boolean" ? "true or false" : `a ${type}`
}

const listConditions = "contains, contains_any, contains_all, empty"

/** The conditions that a dimension of each shape takes. */
const conditionsOfShape = {
  single: "equals, any_of",
  multiple: listConditions,
  territory: `global, countries (with ${listConditions})`,
  flags: "a member with true or false"
} as const
