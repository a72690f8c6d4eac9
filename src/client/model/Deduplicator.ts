/** Returns true for a key that is new. Remembers at most 1000 keys, then starts over. */
export const makeDeduplicator = (): ((key: string) => boolean) => {
  const known = new Set<string>()
  return (key) => {
    if (known.has(key)) return false
    if (known.size >= 1000) known.clear()
    known.add(key)
    return true
  }
}
