import { isAborted } from "../requests/SoakRequest.ts"
import { completeResponse } from "./CompleteResponse.ts"
import { keyAccepted } from "./KeyAccepted.ts"
import { keyRefused, unauthorizedLimit } from "./KeyRefused.ts"
import { limitExceeded, limitKept, remainingCount } from "./LimitKept.ts"
import { releaseAnswer } from "./ReleaseAnswer.ts"
import type { Exchange, Explanation, Rule } from "./Rule.ts"

const rules: ReadonlyArray<Rule> = [completeResponse, keyAccepted, limitKept, remainingCount]

const explanations: ReadonlyArray<Explanation> = [keyRefused, unauthorizedLimit, releaseAnswer, limitExceeded]

/** Returns why an answer is wrong; `undefined` if the rules explain it. An aborted request has no answer to judge. */
export const findSoakProblem = (exchange: Exchange): string | undefined => {
  if (isAborted(exchange.request)) return undefined
  const covering = explanations.filter(({ covers }) => covers(exchange))
  for (const { findProblem, name } of [...rules, ...covering]) {
    const problem = findProblem(exchange)
    if (problem !== undefined) return `${name}: ${problem}`
  }
  return covering.length === 0 ? "no rule explains such an answer" : undefined
}
