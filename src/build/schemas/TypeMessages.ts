import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { ReplacementName } from "../../domain/taxonomy/Deprecation.ts"
import { Code, ConflictRuleId, DimensionName, Text, Version } from "../../domain/taxonomy/Scalars.ts"
import type { JsonSchema } from "./JsonSchema.ts"

/** The messages of the YAML language server for a schema, in the words of the checks instead of those of JSON Schema. */
export const typeMessages = ({ enum: literals, pattern, type }: JsonSchema): JsonSchema => {
  const patternErrorMessage = Predicate.isString(pattern) ? patternMessages.get(pattern) : undefined
  const errorMessage = Predicate.isString(type) && literals === undefined ? messages[type] : undefined
  return {
    ...(patternErrorMessage === undefined ? {} : { patternErrorMessage }),
    ...(errorMessage === undefined ? {} : { errorMessage })
  }
}

const messages: Partial<Record<string, string>> = {
  string: "This must be text. Write it in quotes if it looks like a number, a date or true.",
  boolean: "Write true or false, without quotes."
}

const patternsOf = ({ ast }: Schema.Top): ReadonlyArray<readonly [string, string]> =>
  (ast.checks ?? []).flatMap(({ annotations = {} }) => {
    const { expected, hint, representation } = annotations
    const payload = Predicate.isObject(representation) ? representation["payload"] : undefined
    const source = Predicate.isObject(payload) ? payload["source"] : undefined
    return Predicate.isString(source) && Predicate.isString(expected)
      ? [[source, `This must be ${withoutNoun(expected)}. ${String(hint)}`] as const]
      : []
  })

/** `a code: letters and digits` as `letters and digits`, since the title of the key says the rest. */
const withoutNoun = (expected: string): string => expected.replace(/^a (?:code|dimension name|rule id): /, "")

/** What a text must be, by the pattern that it has in the schema. */
const patternMessages: ReadonlyMap<string, string> = new Map(
  [Code, DimensionName, ConflictRuleId, ReplacementName, Text, Version].flatMap(patternsOf)
)
