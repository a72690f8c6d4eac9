import { join } from "node:path"
import { beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { addressOf, makeSite, urlOf } from "../../support/explorer/MakeSite.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

reportSkipped("the pages of items in a browser")

describe.skipIf(!hasChromium)("the pages of items", () => {
  /** `use_type/editorial` is deprecated in 1.1.0 and removed in 2.0.0. */
  let site: string

  beforeAll(async () => {
    site = await makeSite(join(await makeTwoMajors(makeOneMajor()), "releases"))
  })

  it("shows what there is, and what the release changed", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.1.0"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    expect(await page.locator("main h1").innerText()).toBe("A small vocabulary")
    expect(await page.getByRole("list", { name: "Contents" }).getByRole("link").allInnerTexts()).toEqual([
      "1 dimension",
      "1 base license",
      "1 rule",
      // The newest release has removed the rule, too.
      "2 removed items"
    ])
    const facts = await page.locator("main dl.facts").innerText()
    expect(facts).toContain("1.1.0 (a minor release)")
    expect(facts).toContain("10 February 2026")
    expect(facts).toContain("1 change since 1.0.0 (10 January 2026)")
    await page.getByRole("link", { name: "1 change" }).click()
    await page.getByRole("heading", { name: "Changes from 1.0.0 to 1.1.0" }).waitFor()
    expect(addressOf(page)).toBe("/v1.1.0/compare/v1.0.0")
  })

  it("tells of an old release that an item was removed since, and what replaces it", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.3.0/dimensions/use_type/editorial"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    expect(await page.locator("main .notice").innerText()).toBe(
      "Deprecated since 1.1.0 (10 February 2026). Use Educational use_type/educational. It was removed in 2.0.0 on 10 August 2026."
    )
    await page.locator("main .notice a").click()
    await page.getByRole("heading", { name: "Educational", exact: true }).waitFor()
    expect(addressOf(page)).toBe("/v1.3.0/dimensions/use_type/educational")
  })

  it("lists the removed items with what to use instead", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v2.0.0/removed"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    expect(await page.locator("main h2").innerText()).toBe("Removed in 2.0.0 (10 August 2026)")
    const rows = await page.getByRole("list", { name: "Removed in 2.0.0" }).getByRole("listitem").allInnerTexts()
    expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual([
      "rules/never-both removed in 2.0.0 It has no replacement.",
      "Editorial use_type/editorial removed in 2.0.0 Use Educational use_type/educational."
    ])
  })

  it("tells who uses a value", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.3.0/dimensions/use_type/educational"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    const users = page.getByRole("region", { name: "Used by" })
    expect(await users.locator("summary").allInnerTexts()).toEqual(["3 base licenses", "1 rule", "Replaces 1 item"])
    expect(await users.getByRole("link").allInnerTexts()).toEqual([
      "Educational use",
      "License THREE",
      "License TWO",
      "rules/never-both",
      "Editorial"
    ])
  })

  it("filters values by text, and keeps the filter in the address", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.3.0/dimensions/use_type"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    const values = page.getByRole("list", { name: "Values" }).getByRole("link")
    expect(await values.allInnerTexts()).toEqual(["Editorial", "Educational"])
    await page.getByLabel("Filter the values").fill("teaching")
    await page.waitForSelector("text=1 of 2 shown")
    expect(await values.allInnerTexts()).toEqual(["Educational"])
    expect(addressOf(page)).toBe("/v1.3.0/dimensions/use_type?text=teaching")
    await page.reload()
    await page.waitForSelector("text=1 of 2 shown")
    expect(await values.allInnerTexts()).toEqual(["Educational"])
  })

  it("shows a license in words and as JSON, with its rules", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.3.0/licenses/EDU"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    const settings = await page.getByRole("region", { name: "Settings" }).innerText()
    expect(settings.replaceAll(/\s+/g, " ")).toBe("Settings Use type use_type Educational educational Meaning")
    const rules = await page.getByRole("region", { name: "Rules" }).innerText()
    expect(rules.replaceAll(/\s+/g, " ")).toContain(
      "A license is not valid if Use type use_type contains Editorial editorial deprecated and Educational educational."
    )
    await page.getByText("Config as JSON").click()
    expect(JSON.parse(await page.locator("main pre").innerText())).toEqual({ use_type: ["educational"] })
  })
})
