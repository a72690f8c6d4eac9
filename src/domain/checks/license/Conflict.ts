import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "../reference/References.ts"

export const licenseConflict: Check<
  "license/conflict",
  { readonly license: string; readonly rule: string; readonly description: string }
> = {
  id: "license/conflict",
  title: "Base license that violates a conflict rule",
  level: "error",
  stage: "release",
  waivable: false,
  explanation:
    "A config that meets every condition of a conflict rule is invalid, and clients refuse it. A base license is offered ready to use, so it must be valid itself. Change the config, or narrow the rule if it forbids more than intended.",
  breaks: `# rules/educational-not-full-commercial.yaml
forbid:
  use_type: { contains: educational }
  commercial_scope: { equals: full_commercial }

# licenses/EDU.yaml
config:
  use_type: [educational]
  commercial_scope: full_commercial`,
  keeps: `# rules/educational-not-full-commercial.yaml
forbid:
  use_type: { contains: educational }
  commercial_scope: { equals: full_commercial }

# licenses/EDU.yaml
config:
  use_type: [educational]
  commercial_scope: non_commercial`,
  message: ({ license, rule }) => `The config of ${license} violates the conflict rule ${rule}`,
  help: ({ description }) => `Change the config, or the rule: ${description}`,
  run: (proposal) =>
    referenceProblems(proposal).flatMap((found): ReadonlyArray<Finding> => {
      if (found._tag !== "InvalidConfig" || found.problem._tag !== "Conflict") return []
      const { item, license, location, problem } = found
      const { description, id } = problem.rule
      return [makeFinding(licenseConflict, { license: license.code, rule: id, description }, { item, location })]
    })
}
