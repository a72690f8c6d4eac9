import { assert, describe, it } from "vitest"
import { failedAnswer } from "../../../../../scripts/soak/requests/SoakAnswer.ts"
import type { SoakRequest } from "../../../../../scripts/soak/requests/SoakRequest.ts"
import { makeSoakJudge } from "../../../../../scripts/soak/rules/SoakJudge.ts"
import { makeSoakKey } from "../../../../../scripts/soak/world/SoakKey.ts"
import { SoakWorld } from "../../../../../scripts/soak/world/SoakWorld.ts"
import { beginChange, newestValue, settle } from "../../../../../scripts/soak/world/Timeline.ts"

const request: SoakRequest = { name: "any", path: "/v1/licenses", key: "changing", selection: { release: "newest" } }

/** Judges 101 answers of two servers to a key that may have 100. */
const exceedLimit = () => {
  const world = new SoakWorld({ published: 1, withdrawn: [] }, 2)
  const key = makeSoakKey("nil_AbCdEfGh", "nil_secret", { tier: "free", expiresAt: Infinity }, world.inexactness)
  key.states = settle(beginChange(key.states, { ...newestValue(key.states), status: "active" }, 0), 1)
  const judge = makeSoakJudge(world, () => undefined)
  const ask = (server: number, rest: object) =>
    judge.onAnswer(world.send(server, request, key, performance.now()), {
      ...failedAnswer(""),
      failure: undefined,
      status: 200,
      promised: 0,
      version: "v1.1",
      limit: "100",
      ...rest
    })
  for (let used = 1; used <= 101; used++) ask(used % 2, { remaining: String(Math.max(0, 100 - used)) })
  return { ask, judge, world }
}

describe("the judge of the soak test", () => {
  it("reports an answer above the limit, if the servers say that all requests were decided by Redis", () => {
    const { judge } = exceedLimit()
    assert.isUndefined(judge.problem())
    judge.onSample(performance.now())
    const problem = judge.problem() ?? ""
    assert.include(problem, "limit kept: it is answer 101, but only 100 are allowed\n  request {")
    assert.include(problem, `"charged":100`)
    assert.notInclude(problem, "nil_secret")
  })

  it("accepts it if they say that one was decided without Redis", () => {
    const { judge, world } = exceedLimit()
    world.localDecisions = 1
    judge.onSample(performance.now())
    assert.isUndefined(judge.problem())
  })

  it("waits for servers that were asked after it", () => {
    const { judge } = exceedLimit()
    judge.onSample(0)
    assert.isUndefined(judge.problem())
  })

  it("reports at once what is always wrong, and remembers the first problem", () => {
    const { ask, judge } = exceedLimit()
    ask(0, { status: 500 })
    judge.fail("Later")
    assert.include(judge.problem() ?? "", "no rule explains such an answer")
  })
})
