import { describe, it } from "vitest"
import { surviveKills } from "../system/notify/killed.ts"

describe("a notifier and a receiver that are killed a thousand times", () => {
  it("lose no message, keep the order and repeat only the same ids", { timeout: 14_400_000 }, async ({ expect }) => {
    const { killed, ownDeaths } = await surviveKills(1000, 2)
    expect(killed + ownDeaths).toBeGreaterThanOrEqual(1000)
  })
})
