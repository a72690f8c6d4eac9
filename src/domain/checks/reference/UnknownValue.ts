import { makeFinding, type Finding, type Location } from "../../Finding.ts"
import { listNames } from "../../Sentence.ts"
import { toItemId } from "../../taxonomy/ItemRef.ts"
import { refusedRemoval } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { formatRemovedName } from "./RemovedName.ts"
import type { ReferenceProblem } from "./resolution/ReferenceProblem.ts"
import { referenceProblems } from "./resolution/References.ts"
import { formatSuggestion, type UnknownEntry, type UnknownName } from "./UnknownName.ts"

export const unknownValue: Check<"reference/unknown-value", UnknownName> = {
  id: "reference/unknown-value",
  title: "Unknown value",
  level: "error",
  stage: "reference",
  waivable: false,
  followsFrom: [refusedRemoval],
  hasOneCause: true,
  explanation:
    "A config, a conflict rule or a replacement names a code that the dimension does not list. Codes are case-sensitive here. Use an existing value, or add it to the dimension.",
  breaks: `# licenses/EDU.yaml
config:
  use_type: [educatonal]`,
  keeps: `# licenses/EDU.yaml
config:
  use_type: [educational]`,
  message: (unknown) => {
    const { dimension, entries, exists_as, name, removed, replaces } = unknown
    if (entries !== undefined)
      return `${dimension} has no values ${listNames(entries.map((entry) => `"${entry.name}"`))}`
    if (removed !== undefined) return `This release removes ${dimension}/${name}, which is still used here`
    if (replaces === undefined) return `${dimension} has no value "${name}"`
    return `${replaces} is replaced by "${name}", which ${exists_as === undefined ? "does not exist" : `is a ${exists_as}`}`
  },
  help: (unknown) => {
    if (unknown.entries !== undefined) return entriesHelp(unknown.dimension ?? "", unknown.entries)
    if (unknown.removed !== undefined) return formatRemovedName(unknown.removed)
    if (unknown.replaces === undefined) {
      if (unknown.belongs_to !== undefined) return `Set it under ${unknown.belongs_to}, which has this value.`
      return formatSuggestion(
        unknown,
        unknown.is_country === true ? nameCountries : `Add the value to ${unknown.dimension}, or use an existing one.`
      )
    }
    const advice = "Name a value that exists, or give a reason without replaced_by."
    return unknown.exists_as === undefined
      ? formatSuggestion(unknown, advice)
      : `Only a value can replace a value. ${advice}`
  },
  run: (proposal) =>
    byList(referenceProblems(proposal).flatMap((problem) => (problem._tag === "UnknownValue" ? [problem] : []))).map(
      (problems): Finding => {
        const [{ item, location, name }, ...others] = problems
        const links = { causes: problems.map(({ missing }) => toItemId(missing)) }
        return others.length === 0
          ? makeFinding(unknownValue, name, { item, location, links })
          : makeFinding(
              unknownValue,
              { ...name, entries: problems.map((problem) => entryOf(problem.name)) },
              { item, location: parentOf(location), links }
            )
      }
    )
}

type UnknownValueProblem = Extract<ReferenceProblem, { readonly name: UnknownName }>

/** The problems of each list together: an editor mends the list at once. */
const byList = (
  problems: ReadonlyArray<UnknownValueProblem>
): ReadonlyArray<readonly [UnknownValueProblem, ...Array<UnknownValueProblem>]> => {
  const groups = new Map<unknown, [UnknownValueProblem, ...Array<UnknownValueProblem>]>()
  for (const problem of problems) {
    // What replaces a removed code is another advice for each.
    const key = problem.name.removed === undefined ? (problem.list ?? problem) : problem
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [problem])
    else group.push(problem)
  }
  return [...groups.values()]
}

/** Groups of countries and parts of them have no code, and their extent is for the editor to decide. */
const nameCountries =
  "Name each country with its code, such as GB. A group of countries has no code, and the code of a country stands for all of it. For every country, write global: true."

const entryOf = ({ belongs_to, is_country, name, suggestion }: UnknownName): UnknownEntry => ({
  name,
  suggestion,
  ...(is_country === undefined ? {} : { is_country }),
  ...(belongs_to === undefined ? {} : { belongs_to })
})

/** What to do about each entry of a list. */
const entriesHelp = (dimension: string, entries: ReadonlyArray<UnknownEntry>): string => {
  const others = entries.filter(({ belongs_to, suggestion }) => suggestion === null && belongs_to === undefined)
  return [
    ...entries.flatMap(({ belongs_to, name, suggestion }) => {
      if (suggestion !== null) return [`Did you mean "${suggestion}" instead of "${name}"?`]
      return belongs_to === undefined ? [] : [`Set "${name}" under ${belongs_to}, which has this value.`]
    }),
    ...(others.length === 0
      ? []
      : [
          others.some(({ is_country }) => is_country)
            ? nameCountries
            : `Add ${listNames(others.map(({ name }) => `"${name}"`))} to ${dimension}, or use ${others.length === 1 ? "an existing value" : "existing values"}.`
        ])
  ].join(" ")
}

/** The list that an entry is in. */
const parentOf = (location: Location): Location => {
  if (location._tag !== "Item") return location
  const { path } = location
  return typeof path.at(-1) === "number" ? { ...location, path: path.slice(0, -1) } : location
}
