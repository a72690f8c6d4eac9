import { replaceNode, type FixEdit } from "../../diagnostic/Fix.ts"
import type { Location } from "../../diagnostic/Location.ts"
import { writeCode } from "./meaning/WrittenCode.ts"
import type { RemovedName } from "./RemovedName.ts"

/** The facts of a name that leads nowhere. */
export type UnknownName = {
  readonly name: string
  /** An existing name that is similar. */
  readonly suggestion: string | null
  /** The dimension that lacks a value, in a config or a condition. */
  readonly dimension?: string
  /** Another dimension that has a value of this name. */
  readonly belongs_to?: string
  /** The countries of a region that stands where a country should; empty if the members depend on who is asked. */
  readonly members?: ReadonlyArray<string>
  /** Every unknown code of a list, if there are several. */
  readonly entries?: ReadonlyArray<UnknownEntry>
  /** The whole list as it was meant, if every entry is clear. */
  readonly meant?: string | null
  /** The deprecated item, if the name is that of its replacement. */
  readonly replaces?: string
  /** The kind of an existing item with this name, if only a value can replace the deprecated one. */
  readonly exists_as?: "dimension" | "license"
  /** Set if the proposed release removes the item that a config or a condition names. */
  readonly removed?: RemovedName
}

/** An unknown code of a list. */
export type UnknownEntry = Pick<UnknownName, "name" | "suggestion" | "belongs_to" | "members">

/** The suggestion, or else other advice. */
export const formatSuggestion = ({ suggestion }: UnknownName, otherwise: string): string =>
  suggestion === null ? otherwise : `Did you mean "${suggestion}"?`

/** Writes the suggestion in the place of the unknown name. */
export const suggestedFix = ({ suggestion }: UnknownName, location: Location): ReadonlyArray<FixEdit> =>
  suggestion === null ? [] : [replaceNode(location, writeCode(suggestion))]
