import { assert, describe, it } from "@effect/vitest"
import { makeTraceSampler } from "../../../../src/server/telemetry/TraceSampler.ts"

const parent = (flags: string) => `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`

/** A sampler whose clock and random numbers the test sets. */
const makeSampler = (fraction: number) => {
  const state = { nowMillis: 0, random: 0.5 }
  const sampler = makeTraceSampler({ fraction, nowMillis: () => state.nowMillis, random: () => state.random })
  /** True if a request is traced. */
  const traces = (traceparent: string | undefined, isAccepted: boolean): boolean => {
    const proposal = sampler.propose(traceparent)
    return proposal !== undefined && sampler.confirm(proposal, isAccepted)
  }
  return { state, sampler, traces }
}

describe("makeTraceSampler", () => {
  it("traces a fraction of the requests without a trace of the caller", () => {
    const { state, traces } = makeSampler(0.01)
    assert.isFalse(traces(undefined, true))
    state.random = 0.0099
    assert.isTrue(traces(undefined, true))
    assert.isTrue(traces(undefined, false))
    assert.isTrue(traces("nonsense", false))
    state.random = 0
    assert.isFalse(makeSampler(0).traces(undefined, true))
  })

  it("never traces what a caller does not sample", () => {
    const { state, traces } = makeSampler(1)
    state.random = 0
    assert.isFalse(traces(parent("00"), true))
  })

  it("traces what a caller with an accepted API key samples, up to ten requests a second", () => {
    const { state, traces } = makeSampler(0)
    const made = () => Array.from({ length: 1000 }, () => traces(parent("01"), true)).filter(Boolean).length
    assert.strictEqual(made(), 10)
    state.nowMillis = 500
    assert.strictEqual(made(), 5)
    state.nowMillis = 60_000
    assert.strictEqual(made(), 10)
  })

  it("lets no caller without an accepted API key decide, nor use up what others may ask for", () => {
    const { traces } = makeSampler(0)
    for (let count = 0; count < 1000; count++) assert.isFalse(traces(parent("01"), false))
    assert.isTrue(traces(parent("01"), true))
  })

  it("keeps the parent of a request that it chose itself", () => {
    const { sampler } = makeSampler(1)
    assert.include(sampler.propose(parent("01"))?.parent, { spanId: "00f067aa0ba902b7" })
    assert.isUndefined(sampler.propose(undefined)?.parent)
  })
})
