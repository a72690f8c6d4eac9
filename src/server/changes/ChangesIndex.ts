import type { ChangeBody } from "../../api/bodies/ChangesBody.ts"

/** Where each entry of a list of changes is in its bytes, and what it is about. */
export interface ChangesIndex {
  /** The position of the list. */
  readonly first: number
  /** The position of each entry in the list. Each but the last ends one byte, a comma, before the next. */
  readonly starts: Uint32Array
  /** The length of the list. */
  readonly length: number
  /** The group of each entry. */
  readonly groups: Uint32Array
  /** What the entries of each group have in common. */
  readonly groupsById: ReadonlyArray<ChangeSubject>
}

export interface ChangeSubject {
  readonly kind: ChangeBody["kind"]
  /** `undefined` for changes of licenses, rules, and the taxonomy itself. */
  readonly dimension: string | undefined
}

/** Selects changes. An absent part selects all. */
export interface ChangesFilter {
  readonly kinds: ReadonlySet<string> | undefined
  readonly dimensions: ReadonlySet<string> | undefined
}

/** Formats a filter as the one query that stands for all equivalent queries. */
export const canonicalChangesFilter = ({ dimensions, kinds }: ChangesFilter): string =>
  [...listOf("kind", kinds), ...listOf("dimension", dimensions)].join("&")

const listOf = (name: string, values: ReadonlySet<string> | undefined): ReadonlyArray<string> =>
  values === undefined ? [] : [...values].sort().map((value) => `${name}=${value}`)

export const matchesChangesFilter = (
  { dimensions, kinds }: ChangesFilter,
  { dimension, kind }: ChangeSubject
): boolean =>
  (kinds === undefined || kinds.has(kind)) &&
  (dimensions === undefined || (dimension !== undefined && dimensions.has(dimension)))
