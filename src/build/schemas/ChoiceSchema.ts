import { stringify } from "yaml"
import { itemMarkdown } from "./items/ItemHover.ts"
import type { SchemaItem } from "./items/SchemaItems.ts"
import { conditional, type JsonSchema } from "./JsonSchema.ts"

/**
 * The schema of a text that names one of the items. `enum` alone would make the YAML language server list all items in every
 * hover and in every message, and `anyOf` would offer each of them a second time. So the pattern validates, the snippets
 * complete, and the constants, which are only looked at if the pattern matches, give the hover. The codes of the alternative
 * are the quick fixes for a code that does not match.
 */
export const choiceSchema = (
  title: string,
  /** What the text must be, such as "a code of use_type". */
  noun: string,
  items: ReadonlyArray<SchemaItem>,
  description?: string
): JsonSchema => {
  // A code that stands twice is what the editor must see, so it is no reason to refuse the schema.
  const codes = [...new Set(items.map(({ code }) => code))]
  const [pattern, message] = [patternOf(codes), `This is not ${noun}. ${listOf(items)}`]
  const documented = items.length > 0 && items.length <= maxDocumented
  return {
    type: "string",
    title,
    ...(description === undefined ? {} : { markdownDescription: description }),
    errorMessage: `Write ${noun}.`,
    defaultSnippets: choiceSnippets(items),
    ...(documented
      ? conditional({ type: "string", pattern }, { anyOf: items.map(constant) }, { enum: codes, errorMessage: message })
      : { pattern, patternErrorMessage: message })
  }
}

/** Completions for items, those that are deprecated last. */
export const choiceSnippets = (items: ReadonlyArray<SchemaItem>): ReadonlyArray<JsonSchema> =>
  items.map((item) => ({
    label: item.code,
    bodyText: stringify(item.code).trim(),
    sortText: `${item.deprecated === undefined ? 0 : 1}${item.code}`,
    markdownDescription: items.length <= maxDocumented ? itemMarkdown(item) : item.label
  }))

/** Text editors slow down with schemas of many megabytes. */
const maxDocumented = 2000

const constant = (item: SchemaItem): JsonSchema => ({
  const: item.code,
  markdownDescription: itemMarkdown(item)
})

/** Matches nothing if there are no codes. */
export const patternOf = (codes: ReadonlyArray<string>): string =>
  codes.length === 0 ? "(?!)" : `^(?:${codes.map(escapePattern).join("|")})$`

const escapePattern = (code: string): string => code.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const listOf = (items: ReadonlyArray<SchemaItem>): string => {
  const known = items.filter(({ deprecated }) => deprecated === undefined).map(({ code }) => code)
  if (known.length === 0) return "There are none yet."
  return known.length <= maxListed ? `Write one of ${known.join(", ")}.` : `Completion lists all ${known.length}.`
}

const maxListed = 8
