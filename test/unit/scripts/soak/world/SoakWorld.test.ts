import { assert, describe, it } from "vitest"
import { failedAnswer, type SoakAnswer } from "../../../../../scripts/soak/requests/SoakAnswer.ts"
import type { SoakRequest } from "../../../../../scripts/soak/requests/SoakRequest.ts"
import { makeSoakKey } from "../../../../../scripts/soak/world/SoakKey.ts"
import { SoakWorld } from "../../../../../scripts/soak/world/SoakWorld.ts"
import { beginChange, newestValue, settle } from "../../../../../scripts/soak/world/Timeline.ts"

const request: SoakRequest = { name: "any", path: "/v1/schema", key: "changing", selection: { release: "newest" } }
const answered = (status: number, rest: Partial<SoakAnswer> = {}): SoakAnswer => ({
  ...failedAnswer(""),
  failure: undefined,
  status,
  ...rest
})

/** Two servers, and a key of the free tier that is in force. */
const makeWorld = () => {
  const world = new SoakWorld({ published: 1, withdrawn: [] }, 2)
  const key = makeSoakKey("nil_AbCdEfGh", "", { tier: "free", expiresAt: Infinity }, world.inexactness)
  key.states = settle(beginChange(key.states, { ...newestValue(key.states), status: "active" }, 0), 1)
  world.keys.push(key)
  const ask = (server: number, answer: SoakAnswer, sentAt: number, now: number) =>
    world.receive(world.send(server, request, key, sentAt), answer, now, now)
  return { ask, key, world }
}

describe("the world of the soak test", () => {
  it("knows how many requests can have been counted, and how many were", () => {
    const { ask, key, world } = makeWorld()
    ask(0, answered(200), 10, 11)
    ask(1, answered(404), 12, 13)
    ask(0, answered(304), 14, 15)
    ask(0, answered(429), 14, 15)
    ask(0, failedAnswer("ECONNRESET"), 16, 17)
    const early = world.send(0, request, key, 18)
    const { limits } = ask(0, answered(200), 18, 19)
    // Two answers were counted, one of them here. One more may have been, and two are under way.
    assert.deepStrictEqual(limits, {
      chargedBefore: 2,
      ownChargedBefore: 1,
      charged: 2,
      maxCharged: 5,
      counters: 2,
      isExact: true
    })
    assert.strictEqual(world.receive(early, answered(200), 20, 20).limits?.maxCharged, 5)
  })

  it("holds counts for exact until Redis has not decided, or has lost its data", () => {
    const { ask, world } = makeWorld()
    world.losses += 1
    assert.isFalse(ask(0, answered(200), 10, 11).limits?.isExact)
  })

  it("counts the refusals of a server in a minute", () => {
    const { ask } = makeWorld()
    ask(0, answered(403), 1000, 1001)
    ask(1, answered(403), 1000, 1001)
    assert.strictEqual(ask(0, answered(200), 2000, 2001).refusalsOfMinute, 2)
    assert.strictEqual(ask(0, answered(200), 70_000, 70_001).refusalsOfMinute, 1)
  })

  it("counts the keys that are accepted by the clock of the servers", () => {
    const { key, world } = makeWorld()
    key.states = beginChange(key.states, { ...newestValue(key.states), expiresAt: 5000 }, 0)
    assert.deepStrictEqual([world.acceptedKeys(4999), world.acceptedKeys(5000)], [1, 0])
    world.clock = beginChange(world.clock, -1000, 0)
    assert.strictEqual(world.acceptedKeys(5000), 1)
  })

  it("remembers the bytes of an entity tag", () => {
    const { ask } = makeWorld()
    assert.isUndefined(ask(0, answered(200, { etag: `"1"`, digest: "first" }), 10, 11).knownDigest)
    assert.strictEqual(ask(1, answered(200, { etag: `"1"`, digest: "second" }), 12, 13).knownDigest, "first")
  })
})
