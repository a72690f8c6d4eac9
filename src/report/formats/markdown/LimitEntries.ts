/** The space that is left in a comment, in UTF-16 code units. */
export interface Space {
  left: number
}

/** The entries up to the first that does not fit, and the number of the others. */
export const limitEntries = (entries: ReadonlyArray<string>, space: Space): ReadonlyArray<string> => {
  const end = entries.findIndex(({ length }) => {
    if (length + 1 > space.left) return true
    space.left -= length + 1
    return false
  })
  return end === -1 ? entries : [...entries.slice(0, end), `- and ${entries.length - end} more`]
}
