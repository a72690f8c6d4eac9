import { assert, describe, it } from "vitest"
import { renderEnd, renderEvent } from "../../../../../scripts/soak/report/RenderReport.ts"
import { makeTally } from "../../../../../scripts/soak/report/Tally.ts"
import { failedAnswer } from "../../../../../scripts/soak/requests/SoakAnswer.ts"
import type { WorldView } from "../../../../../scripts/soak/rules/Rule.ts"

const world: WorldView = {
  standings: [],
  tiers: [],
  releases: [],
  limits: undefined,
  refusalsOfMinute: 0,
  knownDigest: undefined,
  faults: []
}

describe("the report of the soak test", () => {
  const tally = makeTally()
  const request = {
    name: "license",
    path: "/v1/licenses/L0",
    key: "changing",
    selection: { release: "newest" }
  } as const
  const refused = { ...failedAnswer(""), failure: undefined, status: 403, errorCode: "key-revoked" }
  tally.add({ request, answer: refused, world }, 1)
  tally.add({ request, answer: refused, world }, 3)
  tally.add({ request: { ...request, client: "aborting" }, answer: failedAnswer("socket hang up"), world }, 100)

  it("counts answers by kind, and by status and reason, and leaves slow clients out of the latency", () => {
    assert.deepStrictEqual(tally.summary(), {
      answers: 3,
      p50: 3,
      p99: 3,
      max: 3,
      byKind: { "license: 403 key-revoked": 2, "license: aborted": 1 },
      byOutcome: { "403 key-revoked": 2, aborted: 1 }
    })
  })

  it("says what was skipped, and ends with the problem", () => {
    const report = {
      seed: 7,
      seconds: 60,
      skipped: { "clock-forward": "libfaketime is not installed" },
      minutes: [],
      events: [],
      total: tally.summary(),
      servers: []
    }
    const lines = renderEnd({ ...report, problem: "limit kept: too many" }).split("\n")
    assert.include(lines, "Seed 7, 60 s, 0 steps, 3 answers")
    assert.include(lines, "        2  license: 403 key-revoked")
    assert.include(lines, "Skipped clock-forward: libfaketime is not installed")
    assert.strictEqual(lines.at(-1), "Failed: limit kept: too many")
    assert.strictEqual(
      renderEnd({ ...report, problem: undefined })
        .split("\n")
        .at(-1),
      "Every answer is explained."
    )
  })

  it("shows an event with what the servers said of it", () => {
    const event = {
      name: "redis-paused",
      at: 12.34,
      seconds: 0.56,
      degraded: [],
      metrics: ["taxonomy_limits_shared 0 0"]
    }
    assert.strictEqual(
      renderEvent({ ...event, action: "begin" }),
      "   12.3 s  redis-paused, in force after 0.6 s: taxonomy_limits_shared 0 0"
    )
    assert.strictEqual(
      renderEvent({ ...event, action: "end", metrics: [] }),
      "   12.3 s  end of redis-paused, in force after 0.6 s"
    )
  })
})
