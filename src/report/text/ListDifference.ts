/** Members that stand side by side in two compared lists, or in one of them. */
export interface Run<Member> {
  readonly kind: "kept" | "removed" | "added"
  readonly members: ReadonlyArray<Member>
}

/**
 * The shortest way from one list to another: its kept and removed runs make the old list, its kept and added runs the new
 * one. `undefined` if it takes more than `maxEdits`, which bounds the time. The algorithm is that of E. W. Myers, "An
 * O(ND) Difference Algorithm and Its Variations", 1986.
 */
export const diffLists = <Member>(
  before: ReadonlyArray<Member>,
  after: ReadonlyArray<Member>,
  maxEdits: number
): ReadonlyArray<Run<Member>> | undefined => {
  /** Adds all members that both lists have next. A diagonal is a distance between the indexes in both lists. */
  const follow = (start: number, diagonal: number, runs: ReadonlyArray<Run<Member>>): Path<Member> => {
    let end = start
    while (end < before.length && end - diagonal < after.length && before[end] === after[end - diagonal]) end++
    return { end, runs: extend(runs, "kept", before.slice(start, end)) }
  }
  let paths: ReadonlyMap<number, Path<Member>> = new Map([[0, follow(0, 0, [])]])
  for (let edits = 1; ; edits++) {
    const path = paths.get(before.length - after.length)
    if (path?.end === before.length) return path.runs
    if (edits > maxEdits) return undefined
    const next = new Map<number, Path<Member>>()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [removal, addition] = [paths.get(diagonal - 1), paths.get(diagonal + 1)]
      const removed = removal === undefined ? [] : before.slice(removal.end, removal.end + 1)
      const added = addition === undefined ? [] : after.slice(addition.end - diagonal - 1, addition.end - diagonal)
      // Of two ways to a diagonal, the one that has more of the old list behind it.
      if (addition !== undefined && added.length > 0 && (removed.length === 0 || (removal?.end ?? 0) < addition.end)) {
        next.set(diagonal, follow(addition.end, diagonal, extend(addition.runs, "added", added)))
      } else if (removal !== undefined && removed.length > 0) {
        next.set(diagonal, follow(removal.end + 1, diagonal, extend(removal.runs, "removed", removed)))
      }
    }
    paths = next
  }
}

/** The way that leads farthest on its diagonal. */
interface Path<Member> {
  /** The number of members of the old list on the way. */
  readonly end: number
  readonly runs: ReadonlyArray<Run<Member>>
}

const extend = <Member>(
  runs: ReadonlyArray<Run<Member>>,
  kind: Run<Member>["kind"],
  members: ReadonlyArray<Member>
): ReadonlyArray<Run<Member>> => {
  if (members.length === 0) return runs
  const last = runs.at(-1)
  return last?.kind === kind
    ? [...runs.slice(0, -1), { kind, members: [...last.members, ...members] }]
    : [...runs, { kind, members }]
}
