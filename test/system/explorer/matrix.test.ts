import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { beforeAll, describe, it } from "vitest"
import type { SchemaBody } from "../../../src/api/bodies/SchemaBody.ts"
import { byCodeUnits } from "../../../src/domain/taxonomy/Names.ts"
import { renderDataFile } from "../../../src/site/files/WriteSite.ts"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { addressOf, makeSite, urlOf } from "../../support/explorer/MakeSite.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

reportSkipped("the matrix in a browser")

describe.skipIf(!hasChromium)("the matrix", () => {
  let site: string
  let schema: SchemaBody

  beforeAll(async () => {
    site = await makeSite("releases")
    schema = JSON.parse(await readFile("releases/v1.0.0/schema.json", "utf8"))
  })

  /** The codes of the licenses in the order of the rows. */
  const codesOf = (page: Page) => page.locator(".matrix tbody th code").allInnerTexts()

  const licensesWhere = (isMeant: (config: SchemaBody["base_licenses"][number]["config"]) => boolean) =>
    schema.base_licenses.filter(({ config }) => isMeant(config)).map(({ code }) => code)

  it("shows every license and every dimension", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix?sort=code"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    expect(await codesOf(page)).toEqual(schema.base_licenses.map(({ code }) => code))
    const columns = await page.locator(".matrix thead th code").allInnerTexts()
    expect(columns).toEqual(Object.keys(schema.dimensions))
  })

  it("is sorted by the keyboard, and says so", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    await page.getByRole("button", { name: "by code" }).focus()
    await page.keyboard.press("Enter")
    await page.waitForSelector("[aria-sort=ascending] :text('by code, A–Z')")
    await page.keyboard.press("Enter")
    await page.waitForSelector("[aria-sort=descending] :text('by code, Z–A')")
    expect(addressOf(page)).toBe("/v1.0.0/matrix?sort=-code")
    expect(await codesOf(page)).toEqual(schema.base_licenses.map(({ code }) => code).toReversed())
  })

  it("is filtered by settings, and a link shows the same", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix?sort=code"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    await page.getByLabel("Show licenses by").selectOption("ai_synthetic_use")
    await page.getByLabel("Setting", { exact: true }).selectOption("ai_synthetic_use/voice_synthesis")
    await page.getByRole("list", { name: "Filters" }).waitFor()
    await page.getByLabel("Show licenses by").selectOption("territory")
    await page.getByLabel("Setting", { exact: true }).selectOption({ label: "worldwide" })
    await page.getByRole("list", { name: "Filters" }).getByRole("listitem").nth(1).waitFor()
    const meant = licensesWhere(({ ai_synthetic_use: use, territory }) => {
      const [flags, place] = [JSON.stringify(use ?? {}), JSON.stringify(territory ?? {})]
      return flags.includes('"voice_synthesis":true') && place.includes('"global":true')
    })
    expect(meant).not.toEqual([])
    expect(await codesOf(page)).toEqual(meant)
    const address = "/v1.0.0/matrix?filter=ai_synthetic_use/voice_synthesis,territory/*&sort=code"
    expect(addressOf(page)).toBe(address)

    await using linkedTab = await openTab(urlOf(site, address))
    const { page: linked } = linkedTab
    await linked.locator("main h1").waitFor()
    expect(await codesOf(linked)).toEqual(meant)
    await linked.getByRole("button", { name: "Remove the filter Territory: worldwide" }).click()
    await linked.getByText("Territory: worldwide").waitFor({ state: "detached" })
    expect(addressOf(linked)).toBe("/v1.0.0/matrix?filter=ai_synthetic_use/voice_synthesis&sort=code")
  })

  it("shows only chosen dimensions, or those that differ", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix?columns=territory,use_type&text=NIL-CHARITY"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    const columns = page.locator(".matrix thead th code")
    expect(await columns.allInnerTexts()).toEqual(["territory", "use_type"])
    await page.getByLabel("Only dimensions that differ").check()
    await page.waitForSelector("text=The shown licenses do not differ in the chosen dimensions.")
    expect(await columns.count()).toBe(0)
  })

  it("leads to two licenses side by side, with what differs in words", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    await page.getByLabel("Select AI avatar of the athlete").check()
    await page.waitForSelector("text=One license is selected.")
    await page.getByLabel("Select Charitable campaign").check()
    await page.getByRole("link", { name: "Show side by side" }).click()
    await page.getByRole("heading", { name: "AI avatar of the athlete and Charitable campaign" }).waitFor()
    expect(addressOf(page)).toBe("/v1.0.0/matrix/NIL-AI-AVATAR/NIL-CHARITY")

    const configOf = (code: string) => schema.base_licenses.find((license) => license.code === code)?.config ?? {}
    const [left, right] = [configOf("NIL-AI-AVATAR"), configOf("NIL-CHARITY")]
    const different = Object.keys(schema.dimensions).filter(
      (dimension) => meaningOf(left[dimension]) !== meaningOf(right[dimension])
    )
    expect(await page.locator(".side-by-side tr:has(.badge:text-is('different')) th code").allInnerTexts()).toEqual(
      different
    )
    await page.getByText(`They differ in ${different.length} of`).waitFor()
    const attribution = page.locator(".side-by-side tr", { has: page.locator("th code:text-is('attribution')") })
    expect(await attribution.locator("td").allInnerTexts()).toEqual(["not set", "Required required only here"])
    await page.getByLabel("Only dimensions that differ").check()
    await page.locator(".side-by-side .badge:text-is('same')").first().waitFor({ state: "detached" })
    expect(await page.locator(".side-by-side tbody tr").count()).toBe(different.length + 1)
  })

  it("lets no more than three licenses be selected", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix?select=NIL-CHARITY,NIL-QSR-MENU"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    await page.getByLabel("Select AI avatar of the athlete").check()
    await page.waitForSelector("text=More cannot be selected.")
    expect(await page.locator(".matrix input:enabled").count()).toBe(3)
    await page.getByRole("button", { name: "Clear the selection" }).click()
    await page.waitForSelector("text=Select two or three licenses")
    expect(await page.locator(".matrix input:disabled").count()).toBe(0)
  })

  it("keeps the names of licenses and dimensions in sight on a narrow screen", async ({ expect }) => {
    await using tab = await openTab(urlOf(site, "/v1.0.0/matrix"), { width: 390 })
    const { page } = tab
    await page.locator("main h1").waitFor()
    const matrix = page.getByRole("region", { name: "Licenses by dimensions" })
    const [name, dimension] = [matrix.locator("tbody th").nth(3), matrix.locator("thead th").nth(3)]
    const before = [await name.boundingBox(), await dimension.boundingBox()]
    await page.evaluate("document.querySelector('.matrix').scrollTo(300, 200)")
    const after = [await name.boundingBox(), await dimension.boundingBox()]
    expect(after[0]?.x).toBe(before[0]?.x)
    expect(after[1]?.y).toBe(before[1]?.y)
    expect(after[0]?.y).not.toBe(before[0]?.y)
  })

  it("makes few elements of thousands of licenses, and reaches the last", async ({ expect }) => {
    const large = join(await temporaryFolder(), "site")
    await cp(site, large, { recursive: true })
    const licenses = Array.from({ length: 2000 }, (_, index) => ({
      ...schema.base_licenses[index % schema.base_licenses.length],
      code: `LICENSE-${index}`
    }))
    const body = JSON.stringify({ ...schema, base_licenses: licenses })
    await writeFile(join(large, "data/v1.0.0.js"), renderDataFile("v1.0.0", body))
    await using tab = await openTab(urlOf(large, "/v1.0.0/matrix?sort=code"))
    const { page } = tab
    await page.locator("main h1").waitFor()
    await page.waitForSelector("code:text-is('LICENSE-0')")
    const elements: number = await page.evaluate("document.querySelectorAll('.matrix tbody tr').length")
    expect(elements).toBeLessThan(100)
    await page.evaluate("document.querySelector('.matrix').scrollTo(0, 1e9)")
    await page.waitForSelector("code:text-is('LICENSE-1999')")
    expect(await page.locator(".matrix table").getAttribute("aria-rowcount")).toBe("2001")
    expect(await page.locator(".matrix tbody tr[aria-rowindex]").last().getAttribute("aria-rowindex")).toBe("2001")
  })
})

/** A text that is the same for settings that mean the same: the order of values in a list means nothing. */
const meaningOf = (setting: unknown): string => {
  if (Array.isArray(setting)) return setting.map(String).toSorted(byCodeUnits).join()
  if (typeof setting !== "object" || setting === null) return JSON.stringify(setting ?? "not set")
  return Object.entries(setting)
    .map(([name, value]) => `${name}: ${meaningOf(value)}`)
    .toSorted(byCodeUnits)
    .join()
}
