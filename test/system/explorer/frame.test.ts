import { pathToFileURL } from "node:url"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { denyStorage } from "../../support/explorer/DenyStorage.ts"
import { paintNothing } from "../../support/explorer/PaintNothing.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { endlessText, hostileLabel } from "../../support/explorer/RichSources.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab } from "../../support/explorer/Tabs.ts"

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

  it("offers every release, newest first, with its state, and keeps the page when another is chosen", async ({
    expect
  }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/dimensions/use_type/EDITORIAL`)
    const select = tab.page.getByRole("combobox", { name: "Release", exact: true })
    await tab.page.locator("main h1", { hasText: "Editorial use" }).waitFor()
    expect(await select.locator("option").allInnerTexts()).toEqual([
      "Working tree",
      "2.2.1 (newest of 2)",
      "2.2.0 (withdrawn)",
      "2.1.0 (superseded)",
      "2.0.0 (superseded)",
      ...["1.3.0", "1.2.0", "1.1.1", "1.1.0", "1.0.0"].map((version) => `${version} (end of life)`)
    ])
    await select.selectOption("1.0.0")
    const notice = tab.page.getByRole("complementary", { name: "Notice about the release" })
    await notice.getByText("Version 2 replaces it.").waitFor()
    expect(new URL(tab.page.url()).hash).toBe("#/v1.0.0/dimensions/use_type/EDITORIAL")
    await notice.getByRole("link", { name: "Show release 2.2.1" }).click()
    await notice.waitFor({ state: "detached" })
    expect(new URL(tab.page.url()).hash).toBe("#/v2.2.1/dimensions/use_type/EDITORIAL")
    await tab.show("#/v2.2.0/dimensions/use_type/PODCASTS", "Mistake")
    await notice.getByText("Release 2.2.0 was withdrawn on 11 March 2025. Reason: A label was wrong.").waitFor()
    expect(tab.problems()).toEqual([])
  })

  it("shows texts in a language of the address, and the others as they are written", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/dimensions/use_type/ADVERTISING`)
    await tab.page.locator("main h1", { hasText: "Advertising" }).waitFor()
    await tab.page.getByRole("combobox", { name: "Language" }).selectOption({ label: "French" })
    await tab.page.locator("main h1", { hasText: "Publicité" }).waitFor()
    expect(tab.page.url()).toContain("?language=fr")
    expect(await tab.page.locator(".frame-title [lang=fr]").innerText()).toBe("Licences d'images")
    await tab.show("#/v2.2.1/dimensions/use_type/EDITORIAL?language=fr", "Editorial use")
    await tab.page.getByRole("link", { name: "Licences d'images" }).click()
    await tab.page.locator("main h1", { hasText: "Licences d'images" }).waitFor()
    expect(tab.page.url()).toContain("#/v2.2.1?language=fr")
    await tab.show("#/v1.0.0/dimensions/use_type/EDITORIAL", "Editorial use")
    expect(await tab.page.getByRole("combobox", { name: "Language" }).count()).toBe(0)
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

  it("shows labels with markup, controls of direction and endless words as text", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/dimensions/use_type/HOSTILE`, { width: 390 })
    await tab.page.locator("main h1").waitFor()
    expect(await tab.page.locator("main h1").textContent()).toContain(hostileLabel)
    expect(await tab.page.locator("main").textContent()).toContain(endlessText)
    expect(await tab.page.title()).not.toBe("run")
    for (const { hash, heading } of [
      { hash: "#/v2.2.1/dimensions/use_type", heading: "Use type" },
      { hash: "#/v2.2.1/search?q=onerror", heading: "“onerror”" }
    ]) {
      await tab.show(hash, heading)
      await tab.page.locator("main li", { hasText: hostileLabel.slice(0, 20) }).waitFor()
      expect(await tab.overflow()).toBeLessThanOrEqual(0)
    }
    expect(await tab.page.locator("img").count()).toBe(0)
    expect(tab.problems()).toEqual([])
  })

  it("says that an item is in other releases, that nothing is at an address, and that no release has a version", async ({
    expect
  }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/dimensions/use_type/TAPES`)
    const main = tab.page.locator("main")
    await main.getByText("removed in 2.0.0").first().waitFor()
    await main.getByRole("link", { name: "Video games" }).first().waitFor()
    await main.getByText("Nobody sells tapes any more").first().waitFor()
    await main
      .getByRole("link", { name: /1\.3\.0/ })
      .first()
      .click()
    await tab.page.locator("main h1", { hasText: "Tapes and discs" }).waitFor()
    expect(tab.page.url()).toContain("#/v1.3.0/dimensions/use_type/TAPES")
    await tab.show("#/v2.2.1/dimensions/use_type/NOTHING", /not found/i)
    await tab.show("#/v2.2.1/nowhere", /not found/i)
    await tab.show("#/v9.9.9/dimensions", "Release 9.9.9 was not found")
    await main.getByRole("link", { name: "Show this page in release 2.2.1" }).click()
    await tab.page.waitForURL(/v2\.2\.1\/dimensions$/)
    expect(tab.problems()).toEqual([])
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

  it("says that data cannot be reached, and reads it when a person tries again", async ({ expect }) => {
    const breakOnce = (page: Page) => page.route("**/data/v2.1.0.js", (route) => route.abort(), { times: 1 })
    await using tab = await openTab(`${server.url}#/v2.1.0/rules`, { prepare: breakOnce })
    await tab.page.getByText("The data cannot be reached").waitFor()
    await tab.page.getByRole("button", { name: "Try again" }).click()
    await tab.page.locator("main h1", { hasText: "Rules" }).waitFor()
    // The button is gone, and the focus is not.
    expect(await tab.page.evaluate("document.activeElement.tagName")).toBe("H1")
  })
})
