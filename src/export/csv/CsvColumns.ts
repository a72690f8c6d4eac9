/** A text of a value that a column contains, and its language if it is a translation. */
export interface TextColumn {
  readonly text: (typeof textNames)[number]
  readonly language?: string
}

/** The texts of a value and its deprecation that have a column of their own in each language. */
export const textNames = ["label", "description", "definition", "reason"] as const

/** The columns of every table, in their order. Those of the translations follow the texts that they translate. */
export const columns = {
  base: "base",
  dimension: "dimension",
  code: "code",
  deprecated: "deprecated",
  replacedBy: "replaced_by",
  replacementMode: "replacement_mode"
} as const

/** Facts of the releases. Nobody edits them, and an import ignores them. */
export const releaseColumns = {
  since: "deprecated_in",
  sinceDate: "deprecated_on",
  removal: "removal_version",
  removalAfter: "removal_after",
  removalDate: "removal_date"
} as const

/** The name of a column of texts: `label`, or `label:fr` for its translation. */
export const textColumnName = ({ language, text }: TextColumn): string =>
  language === undefined ? text : `${text}:${language}`

/** Parses the name of a column of texts; `undefined` if it is not one. The language is what follows the colon. */
export const parseTextColumn = (name: string): TextColumn | undefined => {
  const [word = "", ...rest] = name.split(":")
  const text = textNames.find((known) => known === word.trim())
  if (text === undefined) return undefined
  return rest.length === 0 ? { text } : { text, language: rest.join(":").trim() }
}
