/** The space that is left in a comment, in UTF-16 code units. */
export interface Space {
  left: number
}

/** The entries that fit, and the number of the others. */
export const limitEntries = (entries: ReadonlyArray<string>, space: Space): ReadonlyArray<string> => {
  const shown = entries.filter(({ length }) => {
    if (length + 1 > space.left) return false
    space.left -= length + 1
    return true
  })
  return shown.length === entries.length ? entries : [...shown, `- and ${entries.length - shown.length} more`]
}
