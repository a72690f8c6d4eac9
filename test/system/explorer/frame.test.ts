import { pathToFileURL } from "node:url"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { denyStorage } from "../../support/explorer/DenyStorage.ts"
import { paintNothing } from "../../support/explorer/PaintNothing.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab, type Tab, type TabSettings } from "../../support/explorer/Tabs.ts"

reportSkipped("the Explorer in a browser")

describe.skipIf(!hasChromium)("the frame of the Explorer", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  it("shows a site that is opened from a disk, and asks for nothing else", async ({ expect }) => {
    const { site } = await richHistory()
    await using tab = await openTab(`${pathToFileURL(site).href}/index.html`)
    await tab.page.getByRole("link", { name: "Image licensing" }).waitFor()
    await tab.show("#/v2.2.1/dimensions/use_type/PODCASTS", "Podcasts")
    expect(tab.problems()).toEqual([])
    const names = tab.requests().map((url) => url.slice(url.lastIndexOf("/") + 1).replace(/#.*$/, ""))
    // The first page tells how the working tree differs, too. Nothing is read twice.
    expect(names.filter((name) => !name.startsWith("explorer-")).toSorted()).toEqual([
      "draft.js",
      "index.html",
      "items.js",
      "releases.js",
      "v2.2.1.js"
    ])
  })

  it("copies a link with the full version, also from the newest release", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/latest/dimensions/use_type/EDITORIAL`)
    await tab.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await tab.page.getByRole("button", { name: "Copy link" }).first().click()
    await tab.page.getByText("Copied.").first().waitFor()
    expect(await tab.page.evaluate("navigator.clipboard.readText()")).toBe(
      `${server.url}#/v2.2.1/dimensions/use_type/EDITORIAL`
    )
  })

  it("remembers the colors that a person chose, and shows those of the system before", async ({ expect }) => {
    await using tab = await openTab(server.url, { colorScheme: "dark" })
    const background = () => tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    await tab.page.getByRole("combobox", { name: "Colors" }).waitFor()
    const dark = await background()
    await tab.page.getByRole("combobox", { name: "Colors" }).selectOption("light")
    const light = await background()
    expect(light).toBe("rgb(255, 255, 255)")
    expect(dark).not.toBe(light)
    await tab.page.reload()
    await tab.page.getByRole("combobox", { name: "Colors" }).waitFor()
    expect(await background()).toBe(light)
  })

  it("works if the browser allows no storage", async ({ expect }) => {
    await using tab = await openTab(server.url, { prepare: (page) => page.addInitScript(denyStorage) })
    await tab.page.getByRole("combobox", { name: "Colors" }).selectOption("dark")
    expect(await tab.page.evaluate("document.documentElement.dataset.colors")).toBe("dark")
    expect(tab.problems()).toEqual([])
  })

  it("moves the focus to the heading of a new page, and goes back to where the page was", async ({ expect }) => {
    // A page can be left before the browser tells, in its next frame, that it was scrolled.
    const hideScrolling = "addEventListener('scroll', (event) => event.stopImmediatePropagation(), true)"
    await using tab = await openTab(`${server.url}#/v2.2.1/dimensions/use_type`, {
      width: 390,
      prepare: (page) => page.addInitScript(hideScrolling)
    })
    await tab.page.locator("main h1").waitFor()
    const focused = () => tab.page.evaluate("document.activeElement.textContent")
    const position = () => tab.page.evaluate("scrollY")
    await tab.page.evaluate("scrollTo(0, 400); location.hash = '#/v2.2.1/dimensions/use_type/EDITORIAL'")
    await tab.until("document.activeElement.tagName === 'H1'")
    expect(await focused()).toContain("Editorial use")
    expect(await position()).toBe(0)
    expect(await tab.page.title()).toContain("Editorial use")
    await tab.page.goBack()
    await tab.until("scrollY === 400")
    expect(await focused()).toContain("Use type")
    await tab.page.goForward()
    await tab.until("scrollY === 0")
    expect(await focused()).toContain("Editorial use")
  })

  it("opens its menu with a button on a narrow screen, and closes it with Escape and after a choice", async ({
    expect
  }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1`, { width: 390 })
    const button = tab.page.getByRole("button", { name: "Menu" })
    const link = tab.page.getByRole("navigation", { name: "Pages" }).getByRole("link").last()
    await button.waitFor()
    expect(await link.isVisible()).toBe(false)
    await button.focus()
    await tab.page.keyboard.press("Enter")
    expect(await button.getAttribute("aria-expanded")).toBe("true")
    expect(await link.isVisible()).toBe(true)
    await tab.page.keyboard.press("Escape")
    await link.waitFor({ state: "hidden" })
    await tab.page.keyboard.press("Enter")
    await link.click()
    await link.waitFor({ state: "hidden" })
  })

  it("takes keys as soon as a page is shown, before the browser has painted it", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1`, {
      width: 390,
      prepare: (page) => page.addInitScript(paintNothing)
    })
    await tab.page.evaluate("location.hash = '#/v2.2.1/rules'")
    await tab.page.locator("main h1", { hasText: "Rules" }).waitFor()
    const button = tab.page.getByRole("button", { name: "Menu" })
    await button.focus()
    await tab.page.keyboard.press("Enter")
    expect(await button.getAttribute("aria-expanded")).toBe("true")
    await tab.page.keyboard.press("/")
    expect(await tab.page.evaluate("document.activeElement.id")).toBe("search")
  })

  it("skips the header and follows links with the keyboard alone", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/rules`)
    const { keyboard } = tab.page
    await tab.page.locator("main h1", { hasText: "Rules" }).waitFor()
    await keyboard.press("Tab")
    expect(await tab.page.evaluate("document.activeElement.textContent.trim()")).toBe("Skip to the content")
    await keyboard.press("Enter")
    expect(await tab.page.evaluate("document.activeElement.tagName")).toBe("MAIN")
    expect(new URL(tab.page.url()).hash).toBe("#/v2.2.1/rules")
    const isOnRule = () =>
      tab.page.evaluate<boolean>("document.activeElement.hash?.endsWith('/rules/avatar-not-replica') === true")
    do await keyboard.press("Tab")
    while (!(await isOnRule()))
    await keyboard.press("Enter")
    await tab.page.locator("main h1", { hasText: "avatar-not-replica" }).waitFor()
    expect(await tab.page.evaluate("document.activeElement.tagName")).toBe("H1")
    await keyboard.press("Alt+ArrowLeft")
    await tab.page.locator("main h1", { hasText: "Rules" }).waitFor()
    expect(tab.problems()).toEqual([])
  })

  it("searches with the keyboard alone: a slash, letters, arrows, Enter and Escape", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/rules`)
    const { keyboard } = tab.page
    await tab.page.locator("main h1").waitFor()
    await keyboard.press("/")
    await keyboard.type("use")
    await tab.page.locator("main h1", { hasText: "“use”" }).waitFor()
    await tab.page.locator("main p", { hasText: "Preparing the search of texts" }).waitFor({ state: "detached" })
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

describe.skipIf(!hasChromium)("the playground", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  const openPlayground = async (release: string, config: unknown, settings: TabSettings = {}): Promise<Tab> => {
    const tab = await openTab(`${server.url}${playgroundOf(release, config)}`, settings)
    await tab.page.locator("main h1", { hasText: "Try terms" }).waitFor()
    return tab
  }

  it("composes a config from labels, explains the rules, and keeps the config in the address", async ({ expect }) => {
    await using tab = await openPlayground("v2.2.1", {})
    const { page } = tab
    await verdictOf(page, "Nothing is chosen yet")
    await openDimension(page, "Use type")
    await page.getByLabel("Editorial use").check()
    await openDimension(page, "Territory")
    await page.getByLabel("Worldwide").check()
    await verdictOf(page, "Valid")

    const rule = page.locator(".rule-progress > li", { hasText: "News is never licensed" })
    await rule.getByText("Broken if one more condition is met").waitFor()
    await openDimension(page, "Exclusivity")
    await page.getByLabel("Sole").check()
    await verdictOf(page, "Not valid: 1 problem")
    await rule.getByText("All conditions are met").waitFor()

    const config = { use_type: ["EDITORIAL"], territory: everywhere, exclusivity: "SOLE" }
    expect(JSON.parse(await page.getByLabel("Terms as JSON").inputValue())).toEqual(config)
    await page.waitForURL(/SOLE/)
    await page.reload()
    await verdictOf(page, "Not valid: 1 problem")
    expect(JSON.parse(await page.getByLabel("Terms as JSON").inputValue())).toEqual(config)
    expect(tab.problems()).toEqual([])
  })

  it("starts from a base license, and takes what is pasted, however soon", async ({ expect }) => {
    await using tab = await openPlayground("v2.2.1", {}, { prepare: (page) => page.addInitScript(paintNothing) })
    const { page } = tab
    await page.getByLabel("Start from a base license").selectOption("School license")
    await verdictOf(page, "Valid")
    await page.locator("summary", { hasText: "Terms as JSON" }).click()
    const editor = page.getByLabel("Terms as JSON")
    await editor.fill('{ "use_type": [')
    await page.getByText("This is not valid JSON").waitFor()
    await verdictOf(page, "Valid")
    await editor.fill(
      JSON.stringify({ code: "X", name: "X", config: { use_type: ["NOTHING"], territory: 3, other: 1 } })
    )
    await verdictOf(page, "Not valid: 3 problems")
    expect(await page.locator(".verdict").innerText()).toContain("There is no dimension other.")
    expect(tab.problems()).toEqual([])
  })
})

const everywhere = { global: true, countries: [] }
const playgroundOf = (release: string, config: unknown): string =>
  `#/${release}/playground?config=${encodeURIComponent(JSON.stringify(config))}`

/** Waits for a verdict, and for no other one with the same words. */
const verdictOf = (page: Page, text: string): Promise<void> =>
  page.locator(".verdict > p", { hasText: new RegExp(`^${text}$`) }).waitFor()

const openDimension = (page: Page, label: string): Promise<void> =>
  page.locator(".dimension-field", { hasText: label }).locator("summary").click()
