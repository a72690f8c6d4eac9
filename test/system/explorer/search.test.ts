import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab, type Tab } from "../../support/explorer/Tabs.ts"

reportSkipped("the search of the Explorer in a browser")

describe.skipIf(!hasChromium)("the search of the Explorer", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  /** The codes of the results of an address, as soon as texts are searched too. */
  const search = async (tab: Tab, query: string): Promise<ReadonlyArray<string>> => {
    await tab.show(`#/v2.2.1/search?q=${encodeURIComponent(query)}`, `“${query}”`)
    await preparing(tab).waitFor({ state: "detached" })
    return tab.page.locator(".search-name > code").allInnerTexts()
  }

  const preparing = (tab: Tab) => tab.page.locator("main p", { hasText: "Preparing the search of texts" })

  it("finds codes, labels in every language, definitions, rules and removed items", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1`)
    expect(await search(tab, "EDITORIAL")).toContain("use_type/EDITORIAL")
    expect(await search(tab, "school")).toEqual(["SCHOOL", "use_type/EDUCATIONAL"])
    expect(await search(tab, "PUBLICITE")).toEqual(["use_type/ADVERTISING"])
    expect(await search(tab, "werb")).toEqual(["use_type/ADVERTISING"])
    expect(await search(tab, "replica")).toContain("synthetic_use/replica")
    await tab.page.getByRole("link", { name: "rules/avatar-not-replica" }).waitFor()
    expect(await search(tab, "tapes disc")).toEqual(["use_type/TAPES"])
    const removed = tab.page.locator(".search-result")
    expect(await removed.innerText()).toMatch(/removed in 2\.0\.0[^]*Use\s+Video games/)
    await search(tab, "editorial")
    // A name tells why the item was found, so its text says what it stands for.
    const described = tab.page.locator(".search-result", { hasText: "use_type/EDITORIAL" })
    expect(await described.locator(".search-match").innerText()).toMatch(/^News/)
    await search(tab, "promotion")
    const match = tab.page.locator(".search-match")
    expect(await match.first().innerText()).toMatch(/^Description/)
    expect(await match.first().locator("mark").innerText()).toBe("Promotion")
    expect(await search(tab, "edditorial")).toEqual([])
    await tab.page.getByRole("link", { name: "editorial", exact: true }).click()
    await tab.page.locator("main h1", { hasText: "“editorial”" }).waitFor()
    expect(tab.problems()).toEqual([])
  })

  it("is used with the keyboard alone: a slash, letters, arrows, Enter and Escape", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/rules`)
    const { keyboard } = tab.page
    await tab.page.locator("main h1").waitFor()
    await keyboard.press("/")
    await keyboard.type("use")
    await tab.page.locator("main h1", { hasText: "“use”" }).waitFor()
    await preparing(tab).waitFor({ state: "detached" })
    const focused = () => tab.page.evaluate("document.activeElement.closest('li')?.dataset.index")
    expect(await tab.page.evaluate("document.activeElement.id")).toBe("search")
    await keyboard.press("ArrowDown")
    expect(await focused()).toBe("0")
    await keyboard.press("ArrowDown")
    expect(await focused()).toBe("1")
    await keyboard.press("ArrowUp")
    await keyboard.press("ArrowUp")
    expect(await tab.page.evaluate("document.activeElement.id")).toBe("search")
    await keyboard.press("ArrowDown")
    const name = await tab.page.locator(".search-name a").first().innerText()
    await keyboard.press("Enter")
    await tab.page.locator("main h1", { hasText: name }).waitFor()
    // One entry of the history for all letters.
    await tab.page.goBack()
    await tab.page.locator("main h1", { hasText: "“use”" }).waitFor()
    expect(await tab.page.locator("#search").inputValue()).toBe("use")
    await tab.page.locator("#search").focus()
    await tab.page.goBack()
    await tab.page.locator("main h1", { hasText: "Rules" }).waitFor()
    expect(await tab.page.locator("#search").inputValue()).toBe("")
    expect(tab.problems()).toEqual([])
  })
})
