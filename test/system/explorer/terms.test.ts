import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

reportSkipped("term sheets in the Explorer in a browser")

describe.skipIf(!hasChromium)("a term sheet in the Explorer", () => {
  let server: SiteServer
  let site: string

  beforeAll(async () => {
    ;({ site } = await richHistory())
    server = await serveFolder(site)
  })
  afterAll(() => server.close())

  it("gives the files that taxonomy site writes, with the digest of the release", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/licenses/STUDIO`)
    const { page } = tab
    await page.locator("main").getByRole("link", { name: "Term sheet" }).click()
    await page.locator(".term-sheet h1", { hasText: "Studio license" }).waitFor()
    const folder = await temporaryFolder()
    for (const [button, file] of [
      ["Word", "STUDIO.docx"],
      ["Markdown", "STUDIO.md"]
    ] as const) {
      const started = page.waitForEvent("download")
      await page.getByRole("button", { name: button }).click()
      const download = await started
      expect(download.suggestedFilename()).toBe(file)
      await download.saveAs(join(folder, file))
      const written = await readFile(join(site, "terms/v2.2.1", file))
      expect(Buffer.compare(await readFile(join(folder, file)), written), file).toBe(0)
    }
    expect(tab.problems()).toEqual([])
  })

  it("shows the sheet of a valid config, with readable text on dark, and of an invalid one where to mend it", async ({
    expect
  }) => {
    const config = encodeURIComponent('{"use_type":["EDITORIAL"],"territory":{"global":true,"countries":[]}}')
    await using tab = await openTab(`${server.url}#/v2.2.1/terms?config=${config}`, { colorScheme: "dark" })
    const { page } = tab
    await page.locator(".term-sheet", { hasText: "Editorial use" }).waitFor()
    const colorOf = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector("${selector}")).color`)
    expect(await colorOf(".term-sheet td p")).toBe(await colorOf("body"))
    const link = page.locator(".term-sheet a").first()
    const entry = (await link.getAttribute("href"))?.slice(1)
    await link.focus()
    await page.keyboard.press("Enter")
    expect(await page.evaluate("document.activeElement.id")).toBe(entry)
    expect(page.url()).toContain("#/v2.2.1/terms?config=")
    await tab.show("#/v2.2.1/terms?config=%7B%22use_type%22%3A%5B%22NONE%22%5D%7D", "Term sheet")
    await page.getByRole("link", { name: "See what is wrong with these" }).waitFor()
    expect(tab.problems()).toEqual([])
  })
})
