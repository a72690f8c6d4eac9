import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

reportSkipped("printed pages of the Explorer in a browser")

/** Of Debian's package `poppler-utils`. */
const pdftotext = "/usr/bin/pdftotext"
const canPrint = hasChromium && existsSync(pdftotext)
if (!canPrint) process.stderr.write(`skipped: texts of printed pages, since ${pdftotext} or Chromium is missing\n`)

/** The text of a page on A4 in the order of its content, without white space, since lines end anywhere. */
const printedText = async (page: Page): Promise<string> => {
  const path = join(await temporaryFolder(), "page.pdf")
  await page.pdf({ path, format: "A4" })
  const { stdout } = await promisify(execFile)(pdftotext, ["-raw", path, "-"])
  return withoutSpace(stdout)
}

const withoutSpace = (text: string): string => text.replaceAll(/[\s\f]+/g, "")

describe.skipIf(!hasChromium)("a printed page of the Explorer", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  it("has the text and its release in dark letters, all that can be opened, and no controls", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v1.0.0/dimensions/use_type/ADVERTISING`, { colorScheme: "dark" })
    const { page } = tab
    await page.locator("main h1", { hasText: "Advertising" }).waitFor()
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    const color = "getComputedStyle(document.body).color"
    expect(await page.evaluate(color)).toBe("rgb(26, 31, 39)")
    expect(await page.getByText("Release 1.0.0 (10 January 2024)").isVisible()).toBe(true)
    await page.getByText("Version 2 replaces it.").waitFor()
    for (const hidden of ["#search", "nav", ".frame-choices", ".frame-notice a"]) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false)
    }
    await tab.show("#/v2.2.1/dimensions/use_type/ADVERTISING", "Advertising")
    const translations = page.locator("details", { hasText: "Translations" })
    expect(await translations.getAttribute("open")).toBeNull()
    expect(await translations.getByText("Publicité").isVisible()).toBe(true)
    expect(tab.problems()).toEqual([])
  })

  it.skipIf(!canPrint).for([
    ["#/v2.2.1/matrix?filter=use_type/EDITORIAL,territory/*&sort=code", "Compare licenses", ["Usetype:Editorialuse"]],
    ["#/v2.2.1/matrix?select=NEWS", "Compare licenses", []],
    ["#/v2.2.1/matrix/NEWS/SCHOOL/STUDIO?differ=true", "and Studio license", ["Onlydimensionsthatdiffer"]],
    ["#/v2.2.1/licenses/STUDIO", "Studio license", []],
    ["#/v2.2.1/terms/STUDIO", "Studio license", ["Annex:definitions", "SHA-256ofitsschema.json:"]],
    ["#/v2.2.1/dimensions/use_type?text=educational", "Use type", ["Filterthevalues", "educational", "1of6shown"]],
    ["#/v2.2.1/compare/v1.0.0?kind=value-added", "Changes from", ["From1.0.0", "Valuesadded(2)", "2of"]],
    ["#/v2.2.1/dimensions", "Dimensions", []],
    ["#/v2.2.1", "Image licensing", ["Comingdue", "Whatchangedsince2.2.0"]],
    ["#/v2.2.1/releases", "Releases", ["2.2.0waswithdrawn:Alabelwaswrong."]],
    ["#/v2.2.1/playground?config=%7B%22use_type%22%3A%5B%22WATER%22%5D%7D", "Try terms", ["Notvalid:2problems"]]
  ] as const)("prints every cell, what was chosen, and no control: %s", async ([hash, heading, chosen], { expect }) => {
    await using tab = await openTab(`${server.url}${hash}`)
    const { page } = tab
    await page.locator("main h1", { hasText: heading }).waitFor()
    await page.locator("main .loading").waitFor({ state: "detached" })
    const textsOf = async (selector: string) =>
      (await page.locator(selector).allInnerTexts()).map(withoutSpace).filter((text) => text.length > 1)
    const cells = [...(await textsOf("main td")), ...(await textsOf("main .value-row .definition, main .change dd"))]
    const columns = await textsOf("main thead .item-name bdi")
    const controls = [
      ...(await textsOf("button")),
      ...(await textsOf("main label:has([type=checkbox]:not(:checked))")),
      "Allkinds",
      "Allparts",
      "adimension…"
    ]
    const text = await printedText(page)
    expect(text).toContain("Release2.2.1")
    expect([...cells, ...columns, ...chosen].filter((part) => !text.includes(part))).toEqual([])
    expect(controls.filter((part) => text.includes(part) && !cells.join(" ").includes(part))).toEqual([])
  })
})
