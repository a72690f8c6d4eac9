import { assert, describe, it } from "@effect/vitest"
import * as Headers from "effect/http/Headers"
import { makeSampler } from "../../../../src/server/telemetry/Telemetry.ts"

const parent = (flags: string) => `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`

/** A sampler whose clock and random numbers the test sets. */
const samplerOf = (fraction: number) => {
  const state = { nowMillis: 0, random: 0.5 }
  const sample = makeSampler({
    fraction,
    isAccepted: (authorization) => authorization === "key",
    nowMillis: () => state.nowMillis,
    random: () => state.random
  })
  return {
    state,
    isTraced: (traceparent: string | undefined, authorization?: string) =>
      sample({ headers: Headers.fromInput({ traceparent, authorization }) })
  }
}

describe("makeSampler", () => {
  it("traces a fraction of the requests without a trace of the caller", () => {
    const { isTraced, state } = samplerOf(0.01)
    assert.isFalse(isTraced(undefined, "key"))
    state.random = 0.0099
    assert.isTrue(isTraced(undefined, "key"))
    assert.isTrue(isTraced(undefined))
    assert.isTrue(isTraced("nonsense"))
    const none = samplerOf(0)
    none.state.random = 0
    assert.isFalse(none.isTraced(undefined, "key"))
  })

  it("never traces what a caller does not sample", () => {
    const { isTraced, state } = samplerOf(1)
    state.random = 0
    assert.isFalse(isTraced(parent("00"), "key"))
  })

  it("traces what a caller with an accepted API key samples, up to ten requests a second", () => {
    const { isTraced, state } = samplerOf(0)
    const traced = () => Array.from({ length: 1000 }, () => isTraced(parent("01"), "key")).filter(Boolean).length
    assert.strictEqual(traced(), 10)
    state.nowMillis = 999
    assert.strictEqual(traced(), 0)
    state.nowMillis = 1000
    assert.strictEqual(traced(), 10)
    state.nowMillis = 60_000
    assert.strictEqual(traced(), 10)
  })

  it("lets no caller without an accepted API key decide, nor use up what others may ask for", () => {
    const { isTraced } = samplerOf(0)
    for (let count = 0; count < 1000; count++) assert.isFalse(isTraced(parent("01"), "another"))
    assert.isTrue(isTraced(parent("01"), "key"))
  })
})
