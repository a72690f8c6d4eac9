import type { RemovedName } from "./RemovedName.ts"

/** The facts of a name that leads nowhere. */
export type UnknownName = {
  readonly name: string
  /** An existing name that is similar. It is a question to the editor, never an edit. */
  readonly suggestion: string | null
  /** The dimension that lacks a value, in a config or a condition. */
  readonly dimension?: string
  /** True in a list of countries. */
  readonly is_country?: true
  /** Another dimension that has a value of this name. */
  readonly belongs_to?: string
  /** Every unknown code of a list, if there are several. */
  readonly entries?: ReadonlyArray<UnknownEntry>
  /** The deprecated item, if the name is that of its replacement. */
  readonly replaces?: string
  /** The kind of an existing item with this name, if only a value can replace the deprecated one. */
  readonly exists_as?: "dimension" | "license"
  /** Set if the proposed release removes the item that a config or a condition names. */
  readonly removed?: RemovedName
}

/** An unknown code of a list. */
export type UnknownEntry = Pick<UnknownName, "name" | "suggestion" | "belongs_to" | "is_country">

/** The suggestion, or else other advice. */
export const formatSuggestion = ({ suggestion }: UnknownName, otherwise: string): string =>
  suggestion === null ? otherwise : `Did you mean "${suggestion}"?`
