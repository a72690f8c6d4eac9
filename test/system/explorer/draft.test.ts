import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { startExplore } from "../../support/explorer/StartExplore.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { saveAtOnce } from "../../support/Repository.ts"
import { copyOf } from "../../support/TwoMajors.ts"

reportSkipped("the working tree in the Explorer in a browser")

describe.skipIf(!hasChromium)("the check of the working tree in taxonomy explore", () => {
  it("follows every save, and keeps the focus and the position", async ({ expect }) => {
    const cwd = await copyOf(richHistory().then(({ folder }) => folder))
    using server = await startExplore(cwd)
    await using tab = await openTab(server.url)
    const header = join(cwd, "taxonomy-src/taxonomy.yaml")
    const status = tab.page.locator("main [role=status]").filter({ hasText: "Checked at" })
    await status.filter({ hasText: /Checked at [\d:]+: 1 error\./ }).waitFor()
    // The page stays longer than the screen without the finding, so that it can stay where it is.
    await tab.page.setViewportSize({ width: 1280, height: 400 })
    await tab.until("innerHeight === 400")
    const select = tab.page.getByLabel("Kind of change")
    await select.focus()
    const place =
      "`${document.activeElement.tagName} ${Math.round(document.activeElement.getBoundingClientRect().top)}`"
    const before: string = await tab.page.evaluate(place)
    await tab.page.evaluate("document.querySelector('main [role=status]').dataset.isSame = 'true'")

    const text = await readFile(header, "utf8")
    await saveAtOnce(header, text.replace("version: 2.2.2", "version: 2.3.0"))
    await status.filter({ hasText: "no findings" }).waitFor()
    // The same element has another text, so that screen readers tell it.
    expect(await status.getAttribute("data-is-same")).toBe("true")
    expect(await tab.page.locator(".check-verdict").innerText()).toContain("2.3.0 can be released")
    // Browsers move a page whose content above has changed in their next frame.
    await tab.until(`${place} === ${JSON.stringify(before)}`)

    await saveAtOnce(header, text.replace("title:", "titel:"))
    await tab.page.locator(".finding").filter({ hasText: 'Unknown key "titel"' }).waitFor()
    await tab.page.getByText("Not checked until these errors are fixed: references between files").waitFor()
    expect(await tab.page.locator(".change-group").count()).toBe(0)
    expect(await tab.page.locator("mark").allInnerTexts()).toContain("titel")
    expect(tab.problems()).toEqual([])
  })

  it("shows a finding on the page of its item, too", async ({ expect }) => {
    const cwd = await copyOf(richHistory().then(({ folder }) => folder))
    using server = await startExplore(cwd)
    await using tab = await openTab(`${server.url}#/draft/licenses/STUDIO`)
    await tab.page.locator("main h1", { hasText: "Studio license" }).waitFor()
    expect(await tab.page.locator(".finding").count()).toBe(0)
    const file = join(cwd, "taxonomy-src/licenses/STUDIO.yaml")
    await saveAtOnce(file, (await readFile(file, "utf8")).replace("[ADVERTISING]", "[GAMES]"))
    await tab.page.locator(".finding-rule").filter({ hasText: "deprecation/new-use" }).waitFor()
    expect(await tab.page.locator(".finding mark").first().innerText()).toBe("GAMES")
    await tab.show("#/v2.2.1/licenses/STUDIO", "Studio license")
    expect(await tab.page.locator(".finding").count()).toBe(0)
    expect(tab.problems()).toEqual([])
  })
})
