import { describe, it } from "vitest"
import { surviveKills } from "./killed.ts"

describe("a notifier and a receiver that are killed", () => {
  it("lose no message, keep the order and repeat only the same ids", { timeout: 900_000 }, async ({ expect }) => {
    const { killed, messages, ownDeaths } = await surviveKills(50, 1)
    expect(killed + ownDeaths).toBeGreaterThanOrEqual(50)
    expect(messages).toBeGreaterThan(100)
  })
})
