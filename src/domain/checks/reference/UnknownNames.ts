import { inHeader, makeFinding, type Finding, type Location } from "../../Finding.ts"
import { listNames } from "../../Sentence.ts"
import { dimensionRef, toItemId } from "../../taxonomy/ItemRef.ts"
import { formatReplacements } from "../../taxonomy/Replacement.ts"
import { nearest } from "../../taxonomy/Suggestion.ts"
import { refusedRemoval, type Check } from "../Check.ts"
import type { CheckId } from "../CheckRegistry.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"
import {
  referenceProblems,
  type ReferenceProblem,
  type UnknownName,
  type UnknownEntry,
  type RemovedName
} from "./References.ts"

export const unknownDimension: Check<"reference/unknown-dimension", UnknownName> = {
  id: "reference/unknown-dimension",
  title: "Unknown dimension",
  level: "error",
  stage: "reference",
  followsFrom: [refusedRemoval],
  hasOneCause: true,
  explanation:
    "A config, a conflict rule or a replacement names a dimension that does not exist, so it would mean nothing to a reader of the release. Correct the name, or add the dimension.",
  breaks: `# licenses/EDU.yaml
config:
  use_types: [educational]`,
  keeps: `# licenses/EDU.yaml
config:
  use_type: [educational]`,
  message: (unknown) => {
    const { name, removed, replaces } = unknown
    if (removed !== undefined) return `This release removes dimension ${name}, which is still used here`
    return replaces === undefined
      ? `Dimension "${name}" does not exist`
      : `${formatNaming(unknown)}, which does not exist`
  },
  help: (unknown) =>
    unknown.removed === undefined
      ? formatSuggestion(
          unknown,
          unknown.replaces === undefined ? "Add the dimension, or remove the key." : nameExisting("dimension", unknown)
        )
      : formatRemovedName(unknown.removed),
  run: (proposal) => [
    ...unknownInGroups(proposal).map(({ path, ...name }) =>
      makeFinding(unknownDimension, name, {
        location: inHeader(...path),
        links: { causes: [toItemId(dimensionRef(name.name))] }
      })
    ),
    ...namesOf(proposal, "UnknownDimension").map((problem) => findingOf(unknownDimension, problem))
  ]
}

/** The dimensions that groups name and that do not exist. */
const unknownInGroups = ({ command: { taxonomy } }: ReleaseProposal) => {
  const names = new Set(taxonomy.dimensions.map(({ name }) => name))
  return (taxonomy.groups ?? []).flatMap(({ dimensions }, group) =>
    dimensions.flatMap((name, index) =>
      names.has(name)
        ? []
        : [{ name, suggestion: nearest(name, names) ?? null, path: ["groups", group, "dimensions", index] }]
    )
  )
}

export const unknownValue: Check<"reference/unknown-value", UnknownName> = {
  id: "reference/unknown-value",
  title: "Unknown value",
  level: "error",
  stage: "reference",
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
    return `${formatNaming(unknown)}, which ${exists_as === undefined ? "does not exist" : `is a ${exists_as}`}`
  },
  help: (unknown) => {
    if (unknown.entries !== undefined) return entriesHelp(unknown.dimension ?? "", unknown.entries)
    if (unknown.removed !== undefined) return formatRemovedName(unknown.removed)
    if (unknown.replaces === undefined) {
      if (unknown.belongs_to !== undefined) return belongsElsewhere("it", unknown.dimension, unknown)
      return formatSuggestion(
        unknown,
        unknown.is_country === true ? nameCountries : `Add the value to ${unknown.dimension}, or use an existing one.`
      )
    }
    const advice = nameExisting("value", unknown)
    return unknown.exists_as === undefined
      ? formatSuggestion(unknown, advice)
      : `Only a value can ${unknown.is_considered === true ? "take the place of" : "replace"} a value. ${advice}`
  },
  run: (proposal) =>
    byList(namesOf(proposal, "UnknownValue")).map((problems): Finding => {
      const [first, ...others] = problems
      if (others.length === 0) return findingOf(unknownValue, first)
      const { item, location, name } = first
      const links = { causes: problems.map(({ missing }) => toItemId(missing)) }
      const facts = { ...name, entries: problems.map((problem) => entryOf(problem.name)) }
      return makeFinding(unknownValue, facts, { item, location: parentOf(location), links })
    })
}

export const unknownLicense: Check<"reference/unknown-license", UnknownName> = {
  id: "reference/unknown-license",
  title: "Unknown license as a replacement",
  level: "error",
  stage: "reference",
  followsFrom: [refusedRemoval],
  explanation:
    "Users of a deprecated license are referred to its replacement, so the replacement must exist and cannot be the license itself. Name an existing license; if nothing replaces the license, omit replaced_by and give a reason.",
  breaks: `# licenses/EDU.yaml
deprecated:
  replaced_by: [EDU-2]   # licenses/EDU-2.yaml does not exist`,
  keeps: `# licenses/EDU.yaml
deprecated:
  replaced_by: [EDU-IMAGE]`,
  message: (unknown) => `${formatNaming(unknown)}, which does not exist`,
  help: (unknown) => formatSuggestion(unknown, nameExisting("license", unknown)),
  run: (proposal) => namesOf(proposal, "UnknownLicense").map((problem) => findingOf(unknownLicense, problem))
}

const formatNaming = ({ is_considered, name, replaces }: UnknownName): string =>
  is_considered === true ? `Users of ${replaces} shall consider "${name}"` : `${replaces} is replaced by "${name}"`

const nameExisting = (kind: string, { is_considered }: UnknownName): string =>
  `Name a ${kind} that exists, or ${is_considered === true ? "remove it from consider" : "give a reason without replaced_by"}.`

/** The suggestion, or else other advice. */
const formatSuggestion = ({ suggestion }: UnknownName, otherwise: string): string =>
  suggestion === null ? otherwise : `Did you mean "${suggestion}"?`

/** The help for a name that the proposed release removes. */
export const formatRemovedName = (removed: RemovedName): string =>
  removed.replaced_by.length === 0 ? "Remove it here too." : `Use ${formatReplacements(removed)} instead.`

type UnknownNameProblem = Extract<ReferenceProblem, { readonly name: UnknownName }>

const namesOf = (proposal: ReleaseProposal, tag: UnknownNameProblem["_tag"]): ReadonlyArray<UnknownNameProblem> =>
  referenceProblems(proposal).flatMap((problem) => ("missing" in problem && problem._tag === tag ? [problem] : []))

const findingOf = <Id extends CheckId>(
  check: Check<Id, UnknownName>,
  { item, location, missing, name }: UnknownNameProblem
): Finding => makeFinding(check, name, { item, location, links: { causes: [toItemId(missing)] } })

/** The problems of each list together: an editor mends the list at once. */
const byList = (
  problems: ReadonlyArray<UnknownNameProblem>
): ReadonlyArray<readonly [UnknownNameProblem, ...Array<UnknownNameProblem>]> => {
  const groups = new Map<unknown, [UnknownNameProblem, ...Array<UnknownNameProblem>]>()
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

/** Where a value belongs that is one of another dimension. */
const belongsElsewhere = (
  what: string,
  dimension: string | undefined,
  { belongs_to, is_kind }: Pick<UnknownName, "belongs_to" | "is_kind">
): string =>
  is_kind === true
    ? `Name values of ${dimension}, or remove ${what}: ${belongs_to} has this value, and a field of a value names those of its own dimension.`
    : `Set ${what} under ${belongs_to}, which has this value.`

const entryOf = ({ belongs_to, is_country, is_kind, name, suggestion }: UnknownName): UnknownEntry => ({
  name,
  suggestion,
  ...(is_country === undefined ? {} : { is_country }),
  ...(belongs_to === undefined ? {} : { belongs_to }),
  ...(is_kind === undefined ? {} : { is_kind })
})

/** What to do about each entry of a list. */
const entriesHelp = (dimension: string, entries: ReadonlyArray<UnknownEntry>): string => {
  const others = entries.filter(({ belongs_to, suggestion }) => suggestion === null && belongs_to === undefined)
  return [
    ...entries.flatMap((entry) => {
      const { name, suggestion } = entry
      if (suggestion !== null) return [`Did you mean "${suggestion}" instead of "${name}"?`]
      return entry.belongs_to === undefined ? [] : [belongsElsewhere(`"${name}"`, dimension, entry)]
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
