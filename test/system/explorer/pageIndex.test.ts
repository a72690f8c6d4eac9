import { beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { makeSite, urlOf } from "../../support/explorer/MakeSite.ts"
import { openTab } from "../../support/explorer/Tabs.ts"

reportSkipped("the index of a page in a browser")

describe.skipIf(!hasChromium)("the index of a long license page", () => {
  let site: string

  beforeAll(async () => {
    site = await makeSite("releases")
  })

  it.for([{ width: 1280 }, { width: 390 }] as const)(
    "leads to each heading below the header at $width pixels, and keeps the address",
    async ({ width }, { expect }) => {
      await using tab = await openTab(urlOf(site, "/v1.1.0/licenses/NIL-TRADING-CARD"), { width })
      const { page } = tab
      const address = page.url()
      await page.locator("article h2").last().waitFor()
      if (width === 390) await page.locator("summary", { hasText: "On this page" }).click()
      const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link")
      const named = await links.allInnerTexts()
      expect(named.length).toBeGreaterThan(5)
      const headings = await page.locator("article h2").allInnerTexts()
      expect(headings.filter((heading) => named.includes(heading))).toEqual(named)
      for (const [index, name] of named.entries()) {
        await links.nth(index).press("Enter")
        expect(await page.evaluate("document.activeElement.textContent")).toBe(name)
        const isShown =
          "(({ top, bottom }) => top >= document.querySelector('header').getBoundingClientRect().bottom && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())"
        expect(await page.evaluate(isShown), name).toBe(true)
        expect(page.url()).toBe(address)
      }
      expect(tab.problems()).toEqual([])
    }
  )
})
