import { replaceNode, type FixEdit } from "../../diagnostic/Fix.ts"
import type { Location } from "../../diagnostic/Location.ts"
import { writeList } from "./meaning/MeantSetting.ts"
import type { ReferenceProblem } from "./resolution/ReferenceProblem.ts"
import { suggestedFix, type UnknownEntry, type UnknownName } from "./UnknownName.ts"

export type UnknownValueProblem = Extract<ReferenceProblem, { readonly name: UnknownName }>

/** Problems of one list, and the facts of all of them. */
export interface JoinedProblem {
  readonly problems: readonly [UnknownValueProblem, ...Array<UnknownValueProblem>]
  readonly name: UnknownName
  readonly location: Location
  readonly fix: ReadonlyArray<FixEdit>
}

/** One problem for each list, however many of its codes are unknown: an editor mends the list at once. */
export const joinUnknownValues = (problems: ReadonlyArray<UnknownValueProblem>): ReadonlyArray<JoinedProblem> => {
  const groups = new Map<unknown, [UnknownValueProblem, ...Array<UnknownValueProblem>]>()
  for (const problem of problems) {
    // What replaces a removed code is another advice for each.
    const key = problem.name.removed === undefined ? (problem.list ?? problem) : problem
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [problem])
    else group.push(problem)
  }
  return [...groups.values()].map(joined)
}

const joined = (problems: JoinedProblem["problems"]): JoinedProblem => {
  const [{ list = [], location, name }] = problems
  if (problems.length === 1 && name.members === undefined) {
    return { problems, name, location, fix: suggestedFix(name, location) }
  }
  const entries = problems.map(({ name: entry }) => entryOf(entry))
  const names = new Map(entries.map((entry) => [entry.name, entry]))
  const written = list.map((code) => {
    const entry = names.get(code)
    return entry === undefined ? [code] : (entry.members ?? (entry.suggestion === null ? [] : [entry.suggestion]))
  })
  const isClear = list.length > 0 && written.every((codes) => codes.length > 0)
  const codes = [...new Set(written.flat())]
  const facts = { ...name, entries, meant: isClear ? writeList(codes) : null }
  const listLocation = parentOf(location)
  if (!isClear) return { problems, name: facts, location: listLocation, fix: [] }
  const isOneEach = codes.length === list.length && entries.every(({ members }) => members === undefined)
  // Only one note of a list can become a comment at the end of its line.
  const hasNotes = entries.some((entry) => /\s\/[/*]/.test(entry.name))
  const fix = hasNotes
    ? []
    : isOneEach
      ? problems.flatMap((problem) => suggestedFix(problem.name, problem.location))
      : [replaceNode(listLocation, facts.meant ?? "")]
  return { problems, name: facts, location: listLocation, fix }
}

const entryOf = ({ belongs_to, members, name, suggestion }: UnknownName): UnknownEntry => ({
  name,
  suggestion,
  ...(belongs_to === undefined ? {} : { belongs_to }),
  ...(members === undefined ? {} : { members })
})

/** The list that an entry is in. */
const parentOf = (location: Location): Location => {
  if (location._tag !== "Item") return location
  const { path } = location
  return typeof path.at(-1) === "number" ? { ...location, path: path.slice(0, -1) } : location
}
