import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, describe, it } from "vitest"
import type { SchemaBody } from "../../../src/api/bodies/SchemaBody.ts"
import { renderDataFile } from "../../../src/site/files/WriteSite.ts"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { makeSite, urlOf } from "../../support/explorer/MakeSite.ts"
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
    await page.waitForSelector("code:text-is('LICENSE-0')", { state: "attached" })
    const elements: number = await page.evaluate("document.querySelectorAll('.matrix tbody tr').length")
    expect(elements).toBeLessThan(100)
    await page.evaluate("document.querySelector('.matrix').scrollTo(0, 1e9)")
    await page.waitForSelector("code:text-is('LICENSE-1999')", { state: "attached" })
    expect(await page.locator(".matrix table").getAttribute("aria-rowcount")).toBe("2001")
    expect(await page.locator(".matrix tbody tr[aria-rowindex]").last().getAttribute("aria-rowindex")).toBe("2001")
  })
})
