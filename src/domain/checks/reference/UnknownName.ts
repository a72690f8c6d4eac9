/** The facts of a name that leads nowhere. */
export type UnknownName = {
  readonly name: string
  /** An existing name that is similar. */
  readonly suggestion: string | null
  /** The dimension that lacks a value, in a config or a condition. */
  readonly dimension?: string
  /** The deprecated item, if the name is that of its replacement. */
  readonly replaces?: string
  /** The kind of an existing item with this name, if only a value can replace the deprecated one. */
  readonly exists_as?: "dimension" | "license"
}

/** The suggestion, or else other advice. */
export const formatSuggestion = ({ suggestion }: UnknownName, otherwise: string): string =>
  suggestion === null ? otherwise : `Did you mean "${suggestion}"?`
