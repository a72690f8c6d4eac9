import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { loadExplorerAssets } from "../../../src/site/ExplorerAssets.ts"

describe("the application of the Explorer", () => {
  it("takes at most 80 kB as a server sends it, and contains no line of Effect", async ({ expect }) => {
    const { notices, script, style, terms } = await Effect.runPromise(loadExplorerAssets)
    const size = [script, style].reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0)
    expect(size).toBeLessThanOrEqual(80_000)
    expect(size).toBeGreaterThan(20_000)
    // Loaded by the page of a term sheet alone.
    expect(gzipSync(terms.text, { level: 9 }).length).toBeLessThanOrEqual(30_000)
    expect(terms.text).not.toContain("effect/")
    expect(notices.text).toContain("fflate")
    expect(notices.text).toContain("preact")
    expect(notices.text).not.toMatch(/^#+ effect\b/m)
  })
})
