import { makeFinding, type Finding } from "../../Finding.ts"
import { toItemId } from "../../taxonomy/ItemRef.ts"
import { refusedRemoval } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "./resolution/References.ts"
import { formatSuggestion, type UnknownName } from "./UnknownName.ts"

export const unknownLicense: Check<"reference/unknown-license", UnknownName> = {
  id: "reference/unknown-license",
  title: "Unknown license as a replacement",
  level: "error",
  stage: "reference",
  waivable: false,
  followsFrom: [refusedRemoval],
  explanation:
    "Users of a deprecated license are referred to its replacement, so the replacement must exist and cannot be the license itself. Name an existing license; if nothing replaces the license, omit replaced_by and give a reason.",
  breaks: `# licenses/EDU.yaml
deprecated:
  replaced_by: [EDU-2]   # licenses/EDU-2.yaml does not exist`,
  keeps: `# licenses/EDU.yaml
deprecated:
  replaced_by: [EDU-IMAGE]`,
  message: ({ name, replaces }) => `${replaces} is replaced by "${name}", which does not exist`,
  help: (unknown) => formatSuggestion(unknown, "Name a license that exists, or give a reason without replaced_by."),
  run: (proposal) =>
    referenceProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "UnknownLicense") return []
      const { item, location, missing, name } = problem
      const links = { causes: [toItemId(missing)] }
      return [makeFinding(unknownLicense, name, { item, location, links })]
    })
}
