import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { paintNothing } from "../../support/explorer/PaintNothing.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab, type Tab, type TabSettings } from "../../support/explorer/Tabs.ts"

reportSkipped("the playground in a browser")

const everywhere = { global: true, countries: [] }
const playgroundOf = (release: string, config: unknown): string =>
  `#/${release}/playground?config=${encodeURIComponent(JSON.stringify(config))}`

describe.skipIf(!hasChromium)("the playground", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  const openPlayground = async (release: string, config: unknown, settings: TabSettings = {}): Promise<Tab> => {
    const tab = await openTab(`${server.url}${playgroundOf(release, config)}`, settings)
    await tab.page.locator("main h1", { hasText: "Playground" }).waitFor()
    return tab
  }

  it("composes a config from labels, explains the rules, and keeps the config in the address", async ({ expect }) => {
    await using tab = await openPlayground("v2.2.1", {})
    const { page } = tab
    await verdictOf(page, "Not valid: 2 problems")
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
    expect(JSON.parse(await page.getByLabel("Config as JSON").inputValue())).toEqual(config)
    await page.waitForURL(/SOLE/)
    await page.reload()
    await verdictOf(page, "Not valid: 1 problem")
    expect(JSON.parse(await page.getByLabel("Config as JSON").inputValue())).toEqual(config)
    expect(tab.problems()).toEqual([])
  })

  it("finds one of many values by a part of its label, and sets members to yes and no", async ({ expect }) => {
    await using tab = await openPlayground("v2.2.1", {})
    const { page } = tab
    await openDimension(page, "Territory")
    await page.getByLabel("Add a country").fill("germ")
    await page.getByRole("button", { name: /^Germany/ }).click()
    await page.getByRole("button", { name: "Remove Germany" }).waitFor()
    await openDimension(page, "Synthetic use")
    await page.getByLabel("Avatar").selectOption("yes")
    await page.getByLabel("Replica").selectOption("no")
    expect(JSON.parse(await page.getByLabel("Config as JSON").inputValue())).toEqual({
      territory: { global: false, countries: ["DE"] },
      synthetic_use: { avatar: true, replica: false }
    })
    await page.getByRole("button", { name: "Remove Germany" }).click()
    await page.locator(".chosen-codes").waitFor({ state: "detached" })
  })

  it("starts from a base license, and takes what is pasted, however soon", async ({ expect }) => {
    await using tab = await openPlayground("v2.2.1", {}, { prepare: (page) => page.addInitScript(paintNothing) })
    const { page } = tab
    await page.getByLabel("Start from a base license").selectOption("School license")
    await verdictOf(page, "Valid")
    const editor = page.getByLabel("Config as JSON")
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

  it("says what other releases say of a config, and migrates it", async ({ expect }) => {
    const config = { use_type: ["EDUCATIONAL", "TAPES", "VIDEO_TAPES"], territory: everywhere }
    await using tab = await openPlayground("v1.3.0", config)
    const { page } = tab
    await verdictOf(page, "Valid")
    await page.getByRole("button", { name: /^Assess all/ }).click()
    const in200 = page.locator(".assessments > li", { has: page.getByRole("heading", { name: "2.0.0" }) })
    await in200.getByText("Broken: 2 reasons").click()
    expect(JSON.parse(await in200.getByLabel("Config migrated to 2.0.0").innerText())).toEqual({
      use_type: ["EDUCATIONAL", "GAMES", "EDITORIAL"],
      territory: everywhere
    })
    const in100 = page.locator(".assessments > li", { has: page.getByRole("heading", { name: "1.0.0" }) })
    await in100.getByText("Valid", { exact: true }).waitFor()

    await in200.getByRole("link", { name: "Open it in this release" }).click()
    await page.waitForURL(/#\/v2\.0\.0\/playground/)
    await page.getByText("The verdict is that of release 2.0.0.").waitFor()
    await verdictOf(page, "Valid")
    expect(await page.getByLabel("Config as JSON").inputValue()).toContain("GAMES")
    expect(await tab.violations()).toEqual([])
    expect(tab.problems()).toEqual([])
  })

  it("says what became of removed items, and leads to a release that has them", async ({ expect }) => {
    await using tab = await openPlayground("v2.2.1", {
      use_type: ["TAPES", "EDITORIAL", "NEVER"],
      territory: everywhere
    })
    const { page } = tab
    await verdictOf(page, "Not valid: 2 problems")
    const verdict = (await page.locator(".verdict").innerText()).replace(/\s+/g, " ")
    expect(verdict).toContain(
      "“Use type” has no value TAPES. Use Video games use_type/GAMES deprecated. Reason: Nobody sells tapes any more."
    )
    expect(verdict).toMatch(/“Use type” has no value NEVER\. Was it written for an older release\?/)
    await page.getByRole("link", { name: "Open the config in 1.3.0" }).click()
    await verdictOf(page, "Not valid: 1 problem")
    await page.waitForURL(/#\/v1\.3\.0\/playground/)
    expect(await tab.violations()).toEqual([])
    expect(tab.problems()).toEqual([])
  })
})

/** Waits for a verdict, and for no other one with the same words. */
const verdictOf = (page: Page, text: string): Promise<void> =>
  page.locator(".verdict > p", { hasText: new RegExp(`^${text}$`) }).waitFor()

const openDimension = (page: Page, label: string): Promise<void> =>
  page.locator(".dimension-field", { hasText: label }).locator("summary").click()
