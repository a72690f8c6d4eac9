import { describeCovers, describePermits, type AnswerContext } from "../../client/config/DescribeAnswer.ts"
import { describeProblem } from "../../client/config/DescribeProblem.ts"
import { judgeConfig } from "../../client/config/JudgeConfig.ts"
import { compileConfig, compileUse, useProblems } from "../../domain/reasoning/CompileConfig.ts"
import { explainCovers } from "../../domain/reasoning/ExplainCovers.ts"
import { explainPermits } from "../../domain/reasoning/Permits.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { isConfig } from "../../domain/taxonomy/Settings.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { CoversBody, PermitsBody } from "../bodies/QuestionBodies.ts"
import type { Question } from "../endpoints/Answers.ts"
import { contractRelease, labelsFor } from "./QuestionProjection.ts"
import { releaseMeta } from "./ReleasesProjection.ts"

/** Whether a base license permits a use. */
export const permitsBody = (question: Question): PermitsBody => {
  const { config, context, head, labelOf, license, snapshot, release } = readQuestion(question)
  const { use } = question
  const found = useProblems(snapshot, use)
  if (found.length > 0 || !isConfig(use)) {
    const problems = found.map((problem) => describeProblem({ from: release, to: release, labelOf }, problem))
    return { ...head, ...invalid(problems), within: [], provided: [], uncompared: [] }
  }
  const answer = explainPermits(compileConfig(snapshot, config), compileUse(snapshot, use))
  const explanation = describePermits(license, "the use", answer, context)
  return { ...head, ...answer, problems: [], explanation }
}

/** Whether a base license covers a config. */
export const coversBody = (question: Question): CoversBody => {
  const { config, context, head, labelOf, license, snapshot, release } = readQuestion(question)
  const other = question.config
  const { problems } = judgeConfig({ from: release, to: release, labelOf }, other)
  if (problems.length > 0 || !isConfig(other)) return { ...head, ...invalid(problems), alike: [] }
  const answer = explainCovers(compileConfig(snapshot, config), compileConfig(snapshot, other))
  const explanation = describeCovers(license, "the config", answer, context)
  return { ...head, ...answer, problems: [], explanation }
}

const invalid = (problems: PermitsBody["problems"]) =>
  ({
    verdict: "invalid",
    problems,
    explanation: problems.map(({ help, message }) => `${message}.${help === undefined ? "" : ` ${help}`}`),
    reasons: [],
    open: [],
    repair: []
  }) as const

/** The server has found the license in the release, which has roles. */
const readQuestion = ({ history, query, release }: Question) => {
  const license = String(query["license"])
  const snapshot = snapshotOf(release.taxonomy)
  const config: Config = snapshot.license(license)?.config ?? {}
  const labelOf = labelsFor(release, query["lang"])
  const context: AnswerContext = { release: release.version, snapshot, labelOf, before: config }
  const head = { version: shortName(release.version), license, _meta: releaseMeta(release) }
  return { config, context, head, labelOf, license, snapshot, release: contractRelease(history, release) }
}
