import { isError, type Finding } from "../Finding.ts"
import { proposalStages, type ProposalStage } from "./Check.ts"
import { getCheck } from "./CheckRegistry.ts"

/**
 * Leaves out what is a guess as long as names are unknown: the changes are then not those that the editor means, and
 * neither is the version that they require. Says which stages that concerns.
 */
export const skipGuesses = (
  findings: ReadonlyArray<Finding>
): { readonly findings: ReadonlyArray<Finding>; readonly notChecked: ReadonlyArray<ProposalStage> } => {
  const isUnclear = findings.some((finding) => isError(finding) && ["source", "reference"].includes(stageOf(finding)))
  if (!isUnclear) return { findings, notChecked: [] }
  const notChecked = proposalStages.filter((stage) => stage === "version")
  return { findings: findings.filter((finding) => stageOf(finding) !== "version"), notChecked }
}

const stageOf = ({ rule }: Finding) => getCheck(rule).stage
