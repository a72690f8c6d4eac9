/** The names that files have and will have. Some file systems do not distinguish upper and lower case. */
export interface TakenNames {
  readonly add: (path: string) => void
  /** True if a name is that of another file than this one. */
  readonly isTaken: (name: string, file: string) => boolean
}

export const makeTakenNames = (paths: Iterable<string>): TakenNames => {
  const owners = new Map<string, Set<string>>()
  const add = (path: string): void => {
    const known = owners.get(path.toLowerCase()) ?? new Set()
    owners.set(path.toLowerCase(), known.add(path))
  }
  for (const path of paths) add(path)
  return { add, isTaken: (name, file) => [...(owners.get(name.toLowerCase()) ?? [])].some((path) => path !== file) }
}
