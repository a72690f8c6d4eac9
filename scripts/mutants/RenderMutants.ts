import { scoreOf, type MutationResult, type Survivor } from "./MutationReport.ts"

/** The score, and each mutant that no test noticed, as text for a terminal. */
export const renderMutants = (result: MutationResult, atLeast: number): string => {
  const score = scoreOf(result)
  const { killed, leftOut, survivors, timedOut } = result
  const others =
    leftOut === 0 ? [] : [`Left out: ${leftOut} in code that runs when its module is loaded. Try them with --static.`]
  if (score === undefined) return ["The selected lines contain nothing to mutate.", ...others].join("\n")
  const noticed = killed + timedOut
  const lines = [
    ...survivors.map(renderSurvivor),
    `${noticed} of ${noticed + survivors.length} mutants were noticed${timedOut === 0 ? "" : `, ${timedOut} of them by a timeout`}: ${score.toFixed(1)} %, and at least ${atLeast} % are required.`,
    ...(survivors.length === 0
      ? []
      : ["For each of the others: write a test that fails, remove the code, or make sure that both mean the same."]),
    ...others
  ]
  return lines.join("\n")
}

const renderSurvivor = ({ became, file, line, mutator, reachedBy, was }: Survivor): string => {
  const tests =
    reachedBy === 0 ? "no test reaches it" : reachedBy === 1 ? "1 test reaches it" : `${reachedBy} tests reach it`
  return `${file}:${line}  ${mutator}, ${tests}\n${marked("-", was)}\n${marked("+", became)}\n`
}

const marked = (sign: string, text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${sign} ${line}`)
    .join("\n")
