import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../support/Chromium.ts"
import { makeLargeSite } from "../support/explorer/LargeHistory.ts"
import { serveFolder, type SiteServer } from "../support/explorer/SiteServer.ts"
import { openTab } from "../support/explorer/Tabs.ts"

const values = 100_000

reportSkipped("a taxonomy of 100,000 values in a browser")

describe.skipIf(!hasChromium)("the Explorer with 100,000 values", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder(await makeLargeSite(values))
  })
  afterAll(() => server.close())

  it("has few rows as elements, and the right ones wherever a person scrolls", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v1.0.0/dimensions/goods`)
    const rows = tab.page.locator(".virtual-list > li")
    await rows.first().waitFor()
    const rowAt = (number: number) => tab.page.locator(`.virtual-list > li[aria-posinset="${number + 1}"]`)
    for (const number of [0, 12_345, 50_000, 99_990, 3]) {
      await tab.page.evaluate(`(() => {
        const list = document.querySelector(".virtual-list")
        const top = list.getBoundingClientRect().top + scrollY
        scrollTo(0, top + (list.clientHeight / ${values}) * ${number})
      })()`)
      await rowAt(number).waitFor()
      expect(await rowAt(number).innerText()).toContain(`good ${number}`)
      expect(await rowAt(number).getAttribute("aria-setsize")).toBe(String(values))
      expect(await rows.count()).toBeLessThan(100)
    }
    expect(tab.problems()).toEqual([])
    expect(await tab.violations()).toEqual([])
  })

  it("leads to the last row and back with the keyboard, and keeps the focus on a row that is scrolled away", async ({
    expect
  }) => {
    await using tab = await openTab(`${server.url}#/v1.0.0/dimensions/goods`)
    await tab.page.locator(".virtual-list > li a").first().focus()
    const focused = () => tab.page.evaluate("document.activeElement.closest('li')?.dataset.index")
    const neighbor = tab.page.locator(`.virtual-list > li[aria-posinset="${values - 2}"]`)
    await tab.page.keyboard.press("End")
    expect(await focused()).toBe(String(values - 1))
    await tab.page.keyboard.press("ArrowUp")
    expect(await focused()).toBe(String(values - 2))
    await neighbor.waitFor()
    await tab.page.evaluate("scrollTo(0, 0)")
    await neighbor.waitFor({ state: "detached" })
    expect(await focused()).toBe(String(values - 2))
    await tab.page.keyboard.press("Home")
    expect(await focused()).toBe("0")
    await tab.page.keyboard.press("Enter")
    await tab.page.locator("main h1", { hasText: "Amber good 0" }).waitFor()
  })

  it("finds codes while texts are indexed, then texts", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v1.0.0/search?q=GOOD_099999`)
    const first = tab.page.locator(".search-name > code").first()
    await first.waitFor()
    expect(await first.innerText()).toBe("goods/GOOD_099999")
    // The time that this takes is not judged here.
    await tab.page.getByText("Preparing the search").waitFor({ state: "detached", timeout: 0 })
    await tab.show("#/v1.0.0/search?q=emerald 77771", "77771")
    await tab.page.getByText("No item contains all of these words.").waitFor()
    await tab.show("#/v1.0.0/search?q=crimson 77772", "77772")
    expect(await tab.page.locator(".search-name > code").allInnerTexts()).toEqual(["goods/GOOD_077772"])
    await tab.show("#/v1.0.0/search?q=g", "“g”")
    await tab.page.getByText(`The first 100 of 100,001 results`).waitFor()
    expect(await tab.page.locator(".search-result").count()).toBe(100)
    expect(tab.problems()).toEqual([])
  })
})
