import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { everyPage } from "../../support/explorer/EveryPage.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab } from "../../support/explorer/Tabs.ts"

reportSkipped("the pages of the Explorer in a browser")

describe.skipIf(!hasChromium)("every page of the Explorer", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  it.for([
    { width: 1280, colorScheme: "light" },
    { width: 390, colorScheme: "dark" }
  ] as const)(
    "is accessible at $width pixels in $colorScheme colors, fits the screen, and breaks no rule of the browser",
    // Many pages, one after the other.
    { timeout: 600_000 },
    async (settings, { expect }) => {
      await using tab = await openTab(`${server.url}#/v2.2.1`, settings)
      await tab.page.locator("main h1").waitFor()
      const found = []
      for (const { hash, heading } of everyPage) {
        await tab.show(hash, heading)
        const [violations, overflow] = [await tab.violations(), await tab.overflow()]
        const headings = await tab.page.locator("h1").count()
        if (violations.length > 0 || overflow > 0 || headings !== 1)
          found.push({ hash, violations, overflow, headings })
      }
      expect(found).toEqual([])
      expect(tab.problems()).toEqual([])
    }
  )
})
