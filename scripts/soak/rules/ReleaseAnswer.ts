import { outcomeOf } from "../requests/SoakAnswer.ts"
import { expectedOutcome } from "../world/ReleaseState.ts"
import type { Explanation } from "./Rule.ts"

/** 200, 304 and 404 come from a release that was in force. */
export const releaseAnswer: Explanation = {
  name: "answer of a release",
  covers: ({ answer: { status } }) => status === 200 || status === 304 || status === 404,
  findProblem: ({ answer, request, world }) => {
    const { errorCode, status, version } = answer
    if (status === 304 && request.isConditional !== true) return "the request has no condition"
    const expected = [...new Set(world.releases.map((state) => expectedOutcome(state, request.selection)))]
    const found = status === 404 ? errorCode : version
    return found !== undefined && expected.includes(found)
      ? undefined
      : `${outcomeOf(answer)} of ${version ?? "no release"} came, but only ${expected.join(" or ")} is right`
  }
}
