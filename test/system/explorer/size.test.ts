import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { loadExplorerAssets } from "../../../src/site/ExplorerAssets.ts"

describe("the application of the Explorer", () => {
  it("takes at most 64 kB as a server sends it, and contains no line of Effect", async ({ expect }) => {
    const { notices, script, style } = await Effect.runPromise(loadExplorerAssets)
    const size = [script, style].reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0)
    expect(size).toBeLessThanOrEqual(64_000)
    expect(size).toBeGreaterThan(20_000)
    expect(notices.text).toContain("preact")
    expect(notices.text).not.toMatch(/^#+ effect\b/m)
  })
})
