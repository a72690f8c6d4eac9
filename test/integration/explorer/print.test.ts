import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab } from "../../support/explorer/Tabs.ts"

reportSkipped("printed pages of the Explorer in a browser")

describe.skipIf(!hasChromium)("a printed page of the Explorer", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  it("has the text and its release in dark letters, all that can be opened, and no controls", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v1.0.0/dimensions/use_type/ADVERTISING`, { colorScheme: "dark" })
    const { page } = tab
    await page.locator("main h1", { hasText: "Advertising" }).waitFor()
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    const color = "getComputedStyle(document.body).color"
    expect(await page.evaluate(color)).toBe("rgb(26, 31, 39)")
    expect(await page.getByRole("combobox", { name: "Release", exact: true }).isVisible()).toBe(true)
    await page.getByText("Version 2 replaces it.").waitFor()
    for (const hidden of ["#search", "nav", ".frame-choices", ".frame-notice a"]) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false)
    }
    await tab.show("#/v2.2.1/dimensions/use_type/ADVERTISING", "Advertising")
    const translations = page.locator("details", { hasText: "Translations" })
    expect(await translations.getAttribute("open")).toBeNull()
    expect(await translations.getByText("Publicité").isVisible()).toBe(true)
    expect(tab.problems()).toEqual([])
  })
})
