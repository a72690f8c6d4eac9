import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "../reference/References.ts"
import { formatTypeProblem, type TypeProblem } from "./TypeProblem.ts"

export const wrongType: Check<"source/wrong-type", TypeProblem> = {
  id: "source/wrong-type",
  title: "Value of the wrong type",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Each key takes one type of value: text, a list for a dimension with several values, a version of the form 1.2.3. YAML reads unquoted words such as 007, null or true as something other than text, so the published code would differ from the written one. Put it in quotes, or write the value in the form that the finding names.",
  breaks: `# dimensions/series.yaml
values:
  - code: 007`,
  keeps: `# dimensions/series.yaml
values:
  - code: "007"`,
  message: (problem) => formatTypeProblem(problem).message,
  help: (problem) => formatTypeProblem(problem).help,
  run: (proposal) =>
    referenceProblems(proposal).flatMap((found): ReadonlyArray<Finding> => {
      const { _tag, item, location } = found
      if (_tag === "WrongSetting") {
        return [makeFinding(wrongType, { problem: "setting", ...found.facts }, { item, location })]
      }
      return _tag === "WrongCondition"
        ? [makeFinding(wrongType, { problem: "condition", ...found.facts }, { item, location })]
        : []
    })
}
