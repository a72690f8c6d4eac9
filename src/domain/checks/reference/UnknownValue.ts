import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import { toItemId } from "../../taxonomy/ItemRef.ts"
import { refusedRemoval } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { formatRemovedName } from "./RemovedName.ts"
import { referenceProblems } from "./resolution/References.ts"
import { entriesHelp, entriesMessage } from "./UnknownEntries.ts"
import { formatSuggestion, type UnknownName } from "./UnknownName.ts"
import { joinUnknownValues } from "./UnknownValues.ts"

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
    if (entries !== undefined) return entriesMessage(dimension ?? "", entries)
    if (removed !== undefined) return `This release removes ${dimension}/${name}, which is still used here`
    if (replaces === undefined) return `${dimension} has no value "${name}"`
    return `${replaces} is replaced by "${name}", which ${exists_as === undefined ? "does not exist" : `is a ${exists_as}`}`
  },
  help: (unknown) => {
    if (unknown.entries !== undefined)
      return entriesHelp(unknown.dimension ?? "", unknown.entries, unknown.meant ?? null)
    if (unknown.removed !== undefined) return formatRemovedName(unknown.removed)
    if (unknown.replaces === undefined) {
      if (unknown.belongs_to !== undefined) return `Set it under ${unknown.belongs_to}, which has this value.`
      return formatSuggestion(unknown, `Add the value to ${unknown.dimension}, or use an existing one.`)
    }
    const advice = "Name a value that exists, or give a reason without replaced_by."
    return unknown.exists_as === undefined
      ? formatSuggestion(unknown, advice)
      : `Only a value can replace a value. ${advice}`
  },
  run: (proposal) =>
    joinUnknownValues(
      referenceProblems(proposal).flatMap((problem) => (problem._tag === "UnknownValue" ? [problem] : []))
    ).map(({ fix, location, name, problems }): Finding => {
      const [{ item }] = problems
      const links = { causes: problems.map(({ missing }) => toItemId(missing)) }
      return makeFinding(unknownValue, name, { item, location, links, fix })
    })
}
