import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { issueKey } from "../../../../../scripts/soak/events/KeyLedgerChange.ts"
import { unixMillis } from "../../../../../scripts/soak/WallClock.ts"
import { SoakWorld } from "../../../../../scripts/soak/world/SoakWorld.ts"
import { beginChange } from "../../../../../scripts/soak/world/Timeline.ts"
import { storeIn, temporaryLedger } from "../../../../system/keys/storeIn.ts"

const hourMillis = 3_600_000

describe("issueKey", () => {
  it.live.each([0, hourMillis, -hourMillis])("issues a key that servers accept whose clock is %i ms off", (offset) =>
    Effect.gen(function* () {
      const store = yield* storeIn((yield* temporaryLedger).path)
      const world = new SoakWorld({ published: 1, withdrawn: [] }, 1)
      world.clock = beginChange(world.clock, offset, 0)
      const untilAll = () => Promise.resolve()
      yield* Effect.promise(() => issueKey({ store, world, untilAll }, "professional", hourMillis / 2))
      assert.strictEqual(world.acceptedKeys(unixMillis()), 1)
    })
  )
})
