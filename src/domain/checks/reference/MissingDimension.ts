import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "./References.ts"

export const missingDimension: Check<
  "reference/missing-dimension",
  { readonly license: string; readonly dimension: string }
> = {
  id: "reference/missing-dimension",
  title: "Missing required dimension",
  level: "error",
  stage: "reference",
  waivable: false,
  explanation:
    "Without a required dimension a license does not say what it grants, so each base license sets it. Add it to the config of the license that the finding names.",
  breaks: `# dimensions/use_type.yaml
required: true

# licenses/EDU.yaml
config: {}`,
  keeps: `# dimensions/use_type.yaml
required: true

# licenses/EDU.yaml
config:
  use_type: [educational]`,
  message: ({ dimension, license }) => `The config of ${license} does not set the required dimension ${dimension}`,
  help: ({ dimension }) => `Add ${dimension} to the config.`,
  run: (proposal) =>
    referenceProblems(proposal).flatMap((found): ReadonlyArray<Finding> => {
      if (found._tag !== "InvalidConfig" || found.problem._tag !== "MissingDimension") return []
      const { item, license, location, problem } = found
      return [
        makeFinding(missingDimension, { license: license.code, dimension: problem.dimension }, { item, location })
      ]
    })
}
