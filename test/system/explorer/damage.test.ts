import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

reportSkipped("the Explorer with damaged data in a browser")

describe.skipIf(!hasChromium)("the Explorer with damaged data", () => {
  let site = ""

  beforeAll(async () => {
    site = join(await temporaryFolder(), "site")
    await cp((await richHistory()).site, site, { recursive: true })
    const change = async (name: string, edit: (text: string) => string) => {
      const file = join(site, "data", `${name}.js`)
      const text = await readFile(file, "utf8")
      await writeFile(file, edit(text))
    }
    await change("v1.0.0", (text) => text.replace(/"published_at":"[^"]*"/, '"published_at":"never"'))
    await change("v1.1.0", (text) => text.slice(0, 500))
  })

  it("says that a page failed, and still shows all others", async ({ expect }) => {
    await using tab = await openTab(`${pathToFileURL(site).href}/index.html#/v1.0.0`)
    const { page } = tab
    await page.locator("main h1", { hasText: "This page cannot be shown" }).waitFor()
    await page.getByText("Invalid time value").waitFor()
    expect(await tab.violations()).toEqual([])
    expect(tab.problems().some((problem) => problem.includes("Invalid time value"))).toBe(true)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("Invalid time value").waitFor()
    await tab.show("#/v1.0.0/rules", "Rules")
    await page.goBack()
    await page.locator("main h1", { hasText: "This page cannot be shown" }).waitFor()
    await page.getByRole("link", { name: "Go to the first page" }).click()
    await page.locator("main h1", { hasText: "Image licensing" }).waitFor()
  })

  it("says that the data of a release is damaged", async () => {
    await using tab = await openTab(`${pathToFileURL(site).href}/index.html#/v1.1.0/rules`)
    await tab.page.locator("main h1", { hasText: "Release 1.1.0 cannot be read" }).waitFor()
    await tab.page.getByText("The data is damaged.").waitFor()
    await tab.show("#/v2.2.1/rules", "Rules")
  })
})
