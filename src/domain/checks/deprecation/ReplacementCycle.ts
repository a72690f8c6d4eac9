import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { newReplacementProblems } from "./facts/Replacements.ts"

export const replacementCycle: Check<
  "deprecation/replacement-cycle",
  {
    /** From the first item to itself; long cycles are shortened. */
    readonly cycle: ReadonlyArray<string>
  }
> = {
  id: "deprecation/replacement-cycle",
  title: "Cycle of replacements",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  hasOneCause: true,
  explanation:
    "Users who follow the replacements of these items never arrive at one that stays. Decide which of them stays and remove its deprecation, or name another replacement. Each item of the cycle is a finding, and a waiver covers one: a cycle is approved only if each of its items has a waiver.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    deprecated: { replaced_by: [FAST_FOOD] }
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  message: ({ cycle }) => `These replacements lead in a circle: ${cycle.join(" -> ")}`,
  help: () => "Name a replacement that is not deprecated, or give a reason without replaced_by.",
  run: (proposal) =>
    newReplacementProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "Cycle") return []
      const { item, path } = problem
      return [makeFinding(replacementCycle, { cycle: path }, { item, location: inItem(item, "deprecated") })]
    })
}
