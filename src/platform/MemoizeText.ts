/**
 * Remembers what a function makes of short texts that clients send, since most requests repeat those of others. The bounds
 * are for clients that send a new text each time.
 */
export const memoizeText = <A>(
  make: (text: string) => A,
  { maxEntries = 1024, maxLength = 256 } = {}
): ((text: string) => A) => {
  const known = new Map<string, A>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (text.length > maxLength) return made
    if (known.size === maxEntries) known.clear()
    known.set(text, made)
    return made
  }
}
