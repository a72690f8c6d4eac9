import { makeFinding, type Finding } from "../../Finding.ts"
import { dimensionRef, toItemId } from "../../taxonomy/ItemRef.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "../reference/resolution/References.ts"
import { formatTypeProblem, type TypeProblem } from "./problems/TypeProblem.ts"

export const wrongType: Check<"source/wrong-type", TypeProblem> = {
  id: "source/wrong-type",
  title: "Value of the wrong type",
  level: "error",
  stage: "source",
  waivable: false,
  followsFrom: [{ checks: ["reference/shape-changed"], scope: "item" }],
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
      if (_tag !== "WrongSetting" && _tag !== "WrongCondition") return []
      const links = { causes: [toItemId(dimensionRef(found.facts.dimension))] }
      return [
        _tag === "WrongCondition"
          ? makeFinding(wrongType, { problem: "condition", ...found.facts }, { item, location, links })
          : makeFinding(wrongType, { problem: "setting", ...found.facts }, { item, location, links })
      ]
    })
}
