import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { runSoak } from "../../scripts/soak/RunSoak.ts"
import { parseSoakOptions } from "../../scripts/soak/SoakOptions.ts"
import { programs } from "../support/Programs.ts"

describe("npm run soak", () => {
  it.live("takes each step of a short schedule under load, and explains every answer", () =>
    Effect.gen(function* () {
      const events = ["key-revoked", "release-published", "ledger-broken", "redis-restarted"]
      const options = parseSoakOptions(["--rounds", "1", "--rate", "100"], 1)
      const short = { gap: [0.2, 0.2], hold: [0.2, 0.2] } as const
      const report = yield* runSoak({ ...options, ...short, events, program: programs.taxonomy }, () => undefined)
      assert.isUndefined(report.problem)
      const taken = report.events.filter(({ action }) => action === "begin").map(({ name }) => name)
      assert.sameMembers([...taken, ...Object.keys(report.skipped)], events)
      assert.isAbove(report.total.byOutcome["403 key-revoked"] ?? 0, 0)
      // With Redis there are two servers, which share their limits.
      assert.isNotEmpty(report.servers)
      for (const { exitCode, name } of report.servers) assert.strictEqual(exitCode, 0, name)
    })
  )
})
