import { makeFinding, type Finding } from "../../Finding.ts"
import { toItemId } from "../../taxonomy/ItemRef.ts"
import { refusedRemoval } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { formatRemovedName } from "./RemovedName.ts"
import { referenceProblems } from "./resolution/References.ts"
import { formatSuggestion, type UnknownName } from "./UnknownName.ts"

export const unknownDimension: Check<"reference/unknown-dimension", UnknownName> = {
  id: "reference/unknown-dimension",
  title: "Unknown dimension",
  level: "error",
  stage: "reference",
  waivable: false,
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
  message: ({ name, removed, replaces }) => {
    if (removed !== undefined) return `This release removes dimension ${name}, which is still used here`
    return replaces === undefined
      ? `Dimension "${name}" does not exist`
      : `${replaces} is replaced by "${name}", which does not exist`
  },
  help: (unknown) =>
    unknown.removed === undefined
      ? formatSuggestion(
          unknown,
          unknown.replaces === undefined
            ? "Add the dimension, or remove the key."
            : "Name a dimension that exists, or give a reason without replaced_by."
        )
      : formatRemovedName(unknown.removed),
  run: (proposal) =>
    referenceProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "UnknownDimension") return []
      const { item, location, missing, name } = problem
      const links = { causes: [toItemId(missing)] }
      return [makeFinding(unknownDimension, name, { item, location, links })]
    })
}
