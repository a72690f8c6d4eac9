import type { SoakAnswer } from "../requests/SoakAnswer.ts"
import type { Rule } from "./Rule.ts"

/** True if a server gives this answer to an accepted key alone. */
export const isAccepting = ({ errorCode, status }: SoakAnswer): boolean =>
  status === 200 || status === 304 || status === 404 || errorCode === "limit-exceeded"

/** Nobody gets an answer with a key that is not in force, and the answer says which tier it has. */
export const keyAccepted: Rule = {
  name: "key accepted",
  findProblem: ({ answer, request: { key }, world: { standings, tiers } }) => {
    if (!isAccepting(answer)) return undefined
    if (key === "none" || key === "wrong") return "it came without a valid key"
    if (!standings.includes("active")) return `it came with a key that was ${standings.join(" or ")}`
    const expected = tiers.map((tier) => ({ free: "100", professional: "1000", enterprise: "unlimited" })[tier])
    return answer.limit !== undefined && expected.includes(answer.limit)
      ? undefined
      : `the limit of the key is ${answer.limit ?? "missing"}, not ${expected.join(" or ")}`
  }
}
