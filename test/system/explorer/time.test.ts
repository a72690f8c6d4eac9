import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { serveFolder, type SiteServer } from "../../support/explorer/SiteServer.ts"
import { openTab } from "../../support/explorer/Tabs.ts"

reportSkipped("the releases and the comparisons of the Explorer in a browser")

const hashOf = (page: Page): string => new URL(page.url()).hash

/** The changes of a page: the heading of each group, and the text of its entries. */
const changesOf = (page: Page): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  page.evaluate(`[...document.querySelectorAll(".change-group")].map((group) =>
    [...group.querySelectorAll("h3, li")].map(({ textContent }) => textContent.replaceAll(/\\s+/g, " ").trim()))`)

describe.skipIf(!hasChromium)("the comparison of two releases", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  it("says which bump the changes require, what goes and what takes its place", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.0.0/compare/v1.3.0`)
    await tab.page.getByText("These changes require a major release: values removed (2).").waitFor()
    await tab.page.getByText("2.0.0 was published as one.").waitFor()
    const [[title, tapes, video] = []] = await changesOf(tab.page)
    expect(title).toBe("Values removed 2")
    expect(tapes).toMatch(/^Tapes and discs use_type\/TAPES ?Use Video games ?use_type\/GAMES\./)
    expect(tapes).toMatch(/\. Reason: Nobody sells tapes any more\. It was removed in 2\.0\.0 on 10 October 2024\./)
    expect(tapes).toMatch(/description\[removed: Music on tape or disc\.\]$/)
    expect(video).toMatch(/Use Video games ?use_type\/GAMES and Editorial use ?use_type\/EDITORIAL\. It was removed/)
    await tab.page.getByRole("link", { name: "Tapes and discs" }).click()
    await tab.page.locator("main h1", { hasText: "Tapes and discs" }).waitFor()
    expect(hashOf(tab.page)).toBe("#/v1.3.0/dimensions/use_type/TAPES")
    expect(tab.problems()).toEqual([])
  })

  it("speaks of no bump on the way back, and compares the other way round again", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.0.0/compare/v1.3.0`)
    await tab.page.getByRole("button", { name: "Swap" }).click()
    await tab.page.getByText("This goes back in time, from 2.0.0 to the older 1.3.0.").waitFor()
    expect(hashOf(tab.page)).toBe("#/v1.3.0/compare/v2.0.0")
    expect((await changesOf(tab.page)).map(([title]) => title)).toEqual(["Values added 2"])
    expect(await tab.page.locator("main .bump").count()).toBe(0)
    await tab.page.getByRole("combobox", { name: "From" }).selectOption("1.3.0")
    await tab.page.getByText("Both are 1.3.0. Choose two different releases.").waitFor()
    await tab.page.goBack()
    await tab.page.goBack()
    await tab.page.getByText("2.0.0 was published as one.").waitFor()
    expect(tab.problems()).toEqual([])
  })

  it("marks the words of a text that changed, also for screen readers", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/compare/v2.2.0`)
    const redline = tab.page.locator(".redline")
    await redline.waitFor()
    expect(await redline.locator("del").textContent()).toBe("[removed: Mistake] ")
    expect(await redline.locator("ins").textContent()).toBe("[added: Podcasts] ")
    await tab.show("#/draft/compare/v2.2.1", "Changes from 2.2.1 to the working tree")
    await tab.page.getByText("These changes require a minor release: value added.").waitFor()
    expect(await tab.page.locator(".redline").textContent()).toBe(
      "News[removed:  and] [added: ,]  commentary[added:  and satire] ."
    )
  })

  it("shows hostile texts as text", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v1.2.0/compare/v1.1.1`)
    await tab.page.locator(".change").filter({ hasText: "<img src=x" }).waitFor()
    expect(await tab.page.locator("main img").count()).toBe(0)
    expect(await tab.overflow()).toBe(0)
    expect(tab.problems()).toEqual([])
  })

  it("limits the changes to a kind and a part of the taxonomy, and the address keeps that", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v2.2.1/compare/v1.0.0`)
    const [kind, part] = ["Kind of change", "Part of the taxonomy"].map((label) => tab.page.getByLabel(label))
    await kind?.selectOption({ label: "Values added (2)" })
    await tab.page.getByText("2 of 8 changes shown.").waitFor()
    expect(await part?.locator("option").allTextContents()).toEqual(["All parts", "Use type (2)"])
    expect(hashOf(tab.page)).toBe("#/v2.2.1/compare/v1.0.0?kind=value-added")
    expect((await changesOf(tab.page)).map(([title]) => title)).toEqual(["Values added 2"])
    await tab.page.reload()
    await tab.page.getByText("2 of 8 changes shown.").waitFor()
    await kind?.selectOption({ index: 0 })
    await part?.selectOption({ label: "Base licenses (1)" })
    await tab.page.getByText("1 of 8 changes shown.").waitFor()
    expect((await changesOf(tab.page)).map(([title]) => title)).toEqual(["Base license added"])
  })

  it("compares the first release with nothing, and knows releases from others", async ({ expect }) => {
    await using tab = await openTab(`${server.url}#/v1.0.0/compare`)
    await tab.page.getByText("1.0.0 is the first release: everything in it is new.").waitFor()
    expect(await tab.page.locator("main .bump").count()).toBe(0)
    await tab.show("#/v1.0.0/compare/v9.9.9", "9.9.9")
    await tab.page.getByRole("alert").filter({ hasText: "There is no release 9.9.9." }).waitFor()
    await tab.page.getByRole("combobox", { name: "From" }).selectOption("1.1.0")
    await tab.page.getByText("This goes back in time").waitFor()
    expect(tab.problems()).toEqual([])
  })
})

describe.skipIf(!hasChromium)("the list of releases", () => {
  let server: SiteServer

  beforeAll(async () => {
    server = await serveFolder((await richHistory()).site)
  })
  afterAll(() => server.close())

  it("lists every release by date, with its state, the time since the one before, its changes and its comparison", async ({
    expect
  }) => {
    await using tab = await openTab(`${server.url}#/latest/releases`)
    const names = tab.page.locator(".past-release-name")
    await names.first().waitFor()
    expect(await names.allTextContents()).toEqual([
      "2.2.1 newest of 2 10 March 2025, 1 month after 2.2.0: patch release of 2.2.0",
      "2.2.0 withdrawn 10 February 2025, 1 month after 2.1.0: minor release of 2.1.0",
      "2.1.0 10 January 2025, 3 months after 2.0.0: minor release of 2.0.0",
      "2.0.0 10 October 2024, 5 months after 1.3.0: major release of 1.3.0",
      "1.3.0 end of life on 31 December 2025 10 May 2024, 1 month after 1.2.0: minor release of 1.2.0",
      "1.2.0 end of life on 31 December 2025 10 April 2024, 1 month after 1.1.1: minor release of 1.1.1",
      "1.1.1 end of life on 31 December 2025 10 March 2024, 1 month after 1.1.0: patch release of 1.1.0",
      "1.1.0 end of life on 31 December 2025 10 February 2024, 1 month after 1.0.0: minor release of 1.0.0",
      "1.0.0 end of life on 31 December 2025 10 January 2024: first release"
    ])
    const releaseOf = (text: string) => tab.page.locator(".past-release").filter({ hasText: text })
    await releaseOf("2.2.0 withdrawn").getByText("Withdrawn on 11 March 2025: A label was wrong.").waitFor()
    expect(await releaseOf("2.0.0 10 October").locator(".past-release-changes li").allTextContents()).toEqual([
      "Values removed: 2"
    ])
    const [removal = "", ...others] = await tab.page.getByLabel("Removals").getByRole("listitem").allInnerTexts()
    expect(removal).toMatch(/Video games[^]*Deprecated since 2\.1\.0 \(10 January 2025\)\. Use\s+Advertising/)
    expect(removal).toContain("It can be removed")
    expect(others).toEqual([])
    await tab.page.getByRole("link", { name: "Changes from 1.3.0 to 2.0.0" }).click()
    await tab.page.locator("main h1", { hasText: "Changes from 1.3.0 to 2.0.0" }).waitFor()
    expect(hashOf(tab.page)).toBe("#/v2.0.0/compare/v1.3.0")
    expect(tab.problems()).toEqual([])
  })

  it("tells an announced end of a version from a past one, by the clock of the browser", async ({ expect }) => {
    for (const { date, text } of [
      { date: "2025-06-01T00:00:00Z", text: "Version 1 ends on 31 December 2025: Version 2 replaces it." },
      { date: "2026-06-01T00:00:00Z", text: "Version 1 ended on 31 December 2025: Version 2 replaces it." }
    ]) {
      await using tab = await openTab(`${server.url}#/latest/releases`, {
        prepare: (page) => page.clock.setFixedTime(date)
      })
      await tab.page.getByText(text).waitFor()
      expect(tab.problems()).toEqual([])
    }
  })
})
