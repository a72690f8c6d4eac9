/** Lines of a file, of which both are included and the first of a file is 1. */
export interface LineRange {
  readonly file: string
  readonly first: number
  readonly last: number
}

/** A range in the form in which Stryker selects what it mutates. */
export const toPattern = ({ file, first, last }: LineRange): string => `${file}:${first}-${last}`
