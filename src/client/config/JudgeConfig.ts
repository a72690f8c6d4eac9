import { indexRelease } from "../../domain/contracts/ContractRelease.ts"
import { brokenAdvice, configProblems } from "../../domain/taxonomy/ConfigValidation.ts"
import type { ConfigFindings } from "./ConfigVerdict.ts"
import { describeConflict, describeProblem, type ConfigPair } from "./DescribeProblem.ts"

/** What a release says of a config, but for what it deprecates. */
export const judgeConfig = (pair: ConfigPair, config: unknown): Pick<ConfigFindings, "problems" | "advice"> => {
  const { vocabulary } = indexRelease(pair.to)
  return {
    problems: configProblems(vocabulary, config).map((problem) => describeProblem(pair, problem)),
    advice: brokenAdvice(vocabulary, config).map((problem) => describeConflict(problem, pair.labelOf))
  }
}
