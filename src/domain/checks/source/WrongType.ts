import { makeFinding, type Finding } from "../../Finding.ts"
import { listNames } from "../../Sentence.ts"
import { shapeInWords } from "../../taxonomy/ConfigValidation.ts"
import { dimensionRef, toItemId } from "../../taxonomy/ItemRef.ts"
import { formatInvisible, type InvisibleCharacter } from "../../text/Characters.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "../reference/References.ts"
import type { WrongCondition, WrongSetting } from "../reference/Settings.ts"

export const wrongType: Check<"source/wrong-type", TypeProblem> = {
  id: "source/wrong-type",
  title: "Value of the wrong type",
  level: "error",
  stage: "source",
  followsFrom: [{ checks: ["reference/shape-changed"], scope: "item" }],
  explanation:
    "Each key takes one type of value: text, a list for a dimension with several values, a version of the form 1.2.3. YAML reads unquoted words such as 007, null or true as something other than text, so the published code would differ from the written one. Put it in quotes, or write the value in the form that the finding names.",
  breaks: `# dimensions/series.yaml
values:
  - code: 007`,
  keeps: `# dimensions/series.yaml
values:
  - code: "007"`,
  message: (problem) => formatTypeProblem(problem).message,
  help: (problem) => formatTypeProblem(problem).help,
  run: (proposal) =>
    referenceProblems(proposal).flatMap((found): ReadonlyArray<Finding> => {
      const { _tag, item, location } = found
      if (_tag !== "WrongSetting" && _tag !== "WrongCondition") return []
      const links = { causes: [toItemId(dimensionRef(found.facts.dimension))] }
      return [
        _tag === "WrongCondition"
          ? makeFinding(wrongType, { problem: "condition", ...found.facts }, { item, location, links })
          : makeFinding(wrongType, { problem: "setting", ...found.facts }, { item, location, links })
      ]
    })
}

/** A value that its key does not take, or a key that is not text. */
export type TypeProblem =
  | (Subject & {
      readonly problem: "unexpected"
      readonly expected: Expectation
      /** A character of the text that nobody sees, if it is all that is wrong. */
      readonly invisible?: InvisibleCharacter
      /** A similar choice or key, or the truth value that a word stands for. */
      readonly suggestion?: string | undefined
      /** True for a truth value in quotes. */
      readonly is_quoted?: true
      readonly hint?: string | undefined
    })
  | (Subject & { readonly problem: "empty"; readonly expected: Expectation; readonly hint?: string | undefined })
  | (Subject & { readonly problem: "not-text"; readonly written: string; readonly read_as: string })
  | { readonly problem: "key-not-text"; readonly key: string; readonly read_as: string }
  | { readonly problem: "collection-as-key" | "empty-key" }
  | ({ readonly problem: "setting" } & WrongSetting)
  | ({ readonly problem: "condition" } & WrongCondition)

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
        message: `${formatSubject(context)} ${
          context.invisible === undefined
            ? `must ${formatDemand(context.expected)}`
            : formatInvisible(context.invisible)
        }`,
        help: unexpectedHelp(context)
      }
    case "empty":
      return { message: `${formatSubject(context)} is empty`, help: context.hint ?? emptyHelp(context) }
    case "not-text":
      return {
        message: `${formatSubject(context)} must be text, but YAML reads ${context.written} as ${formatType(context.read_as)}`,
        help: notTextHelp(context)
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
        message: formatSetting(context),
        help: settingHelp(context)
      }
    case "condition": {
      const { dimension, example, is_negated, shape, suggestion } = context
      return {
        message: `The condition does not fit ${dimension}, which has the shape ${shape} (${shapeInWords[shape]})`,
        help:
          is_negated === true
            ? `Write ${example}`
            : suggestion === null
              ? `Use ${conditionsOfShape[shape]}, for example ${example}`
              : `Did you mean "${suggestion}"?`
      }
    }
  }
}

const formatSetting = ({ dimension, parts, shape }: Problem<"setting">): string => {
  if (parts === undefined) return `${dimension} must be ${shapeInWords[shape]}`
  if (shape === "flags") return `${listNames(parts.map((part) => `"${part}"`))} of ${dimension} must be true or false`
  const [part] = parts
  if (part === "global") return `"global" of ${dimension} must be true or false`
  if (part === "countries") return `"countries" of ${dimension} must be a list of codes, such as [US, CA]`
  return `Unknown key "${part}" in ${dimension}`
}

const settingHelp = ({ dimension, example, is_blank, parts, shape }: Problem<"setting">): string => {
  if (parts !== undefined && (shape === "flags" || parts[0] === "global")) return "Write true or false, without quotes."
  const what = shape === "single" ? "the code that applies" : "the codes that apply"
  return is_blank === true
    ? `Write ${what}, for example ${example}, or remove ${dimension} if the license leaves it open.`
    : `Write ${what}, for example ${example}`
}

type Problem<Name extends TypeProblem["problem"]> = Extract<TypeProblem, { readonly problem: Name }>

const unexpectedHelp = (context: Problem<"unexpected">): string => {
  const { expected, hint, is_quoted, name, suggestion } = context
  if (is_quoted === true) return `Write ${name}: ${suggestion}, without quotes.`
  if (suggestion !== undefined) return `Did you mean ${expected.type === "boolean" ? suggestion : `"${suggestion}"`}?`
  if (hint !== undefined) return hint
  if (expected.type === "any-key") return `Write ${name}: { ${expected.keys[0]}: TEXT }.`
  return expected.type === "map" && expected.required_keys.length > 0
    ? `Write its keys: ${expected.required_keys.map((key) => `${key}: …`).join(", ")}.`
    : `Write ${formatAdvice(expected)}.`
}

/** What to write, for people who do not know what a map is. */
const formatAdvice = (expected: Expectation): string => {
  if (expected.type === "map") return "its keys and values below it, one on each line"
  return expected.type === "list" ? "a list, with a dash before each entry" : formatExpectation(expected)
}

const notTextHelp = ({ name, written }: Problem<"not-text">): string => {
  if (name !== "version") return `Put it in quotes: "${written}".`
  const [, major, minor = "0"] = /^(\d+)(?:\.(\d+))?$/.exec(written) ?? []
  return major === undefined ? "Write three numbers, such as 1.1.0." : `Write version: ${major}.${minor}.0`
}

const emptyHelp = ({ expected, name, subject }: Problem<"empty">): string => {
  if (expected.type !== "text") return `Write ${formatAdvice(expected)}.`
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
      return expected.keys.length === 1 ? `${expected.keys[0]}` : `at least one of ${listNames(expected.keys)}`
    case "choice":
      return `${expected.choices.length === 1 ? "" : "one of "}${expected.choices.join(", ")}`
    case "described":
      return expected.description
    default:
      return typeNames[expected.type]
  }
}

const typeNames = {
  text: "a text",
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

const listConditions = "contains, contains_any, contains_all, contains_none or empty"

/** The conditions that a dimension of each shape takes. */
const conditionsOfShape = {
  single: "equals, any_of or none_of",
  multiple: listConditions,
  territory: `global or countries (with ${listConditions})`,
  flags: "a member with true or false"
} as const
