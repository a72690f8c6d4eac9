import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Route } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { startExplore, type ExploreProcess } from "../../support/explorer/StartExplore.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { findFixedPort } from "../../support/FixedPort.ts"
import { copyOf } from "../../support/TwoMajors.ts"

reportSkipped("the Explorer of a working tree in a browser")

describe.skipIf(!hasChromium)("the Explorer of a working tree", { concurrent: false }, () => {
  let folder: string
  let explore: ExploreProcess

  beforeAll(async () => {
    folder = await copyOf(richHistory().then((history) => history.folder))
    explore = await startExplore(folder, await findFixedPort())
  })
  afterAll(() => explore.end("SIGTERM"))

  const edit = async (from: string, to: string): Promise<void> => {
    const file = join(folder, "taxonomy-src/dimensions/use_type.yaml")
    const text = await readFile(file, "utf8")
    if (!text.includes(from)) throw new Error(`${from} is missing`)
    await writeFile(file, text.replace(from, to))
  }

  it("shows each save at once, on the page that a person is on", async ({ expect }) => {
    await using tab = await openTab(`${explore.url}#/draft/dimensions/use_type/STREAMS`)
    const { page } = tab
    const heading = page.locator("main h1")
    await heading.filter({ hasText: "Live streams" }).waitFor()
    await page.evaluate("document.querySelector('main h1').dataset.mark = 'same'")
    await edit("Live streams", "Streams of the moment")
    await heading.filter({ hasText: "Streams of the moment" }).waitFor()
    // The page was changed, not made again.
    expect(await heading.getAttribute("data-mark")).toBe("same")
    expect(await page.title()).toContain("Streams of the moment")

    await edit("code: STREAMS", "code: {")
    await page.getByText("The sources cannot be read as a taxonomy any more.").waitFor()
    expect(await heading.innerText()).toContain("Streams of the moment")
    await edit("code: {", "code: STREAMS")
    await page.getByText("The sources cannot be read as a taxonomy any more.").waitFor({ state: "detached" })
    expect(tab.problems()).toEqual([])
    expect(await tab.violations()).toEqual([])
  })

  it("reads nothing before it follows changes, so that it misses none", async ({ expect }) => {
    const following = Promise.withResolvers<Route>()
    await using tab = await openTab(`${explore.url}#/draft/dimensions/use_type/GAMES`, {
      prepare: (page) => page.route("**/events", (route) => following.resolve(route))
    })
    const connection = await following.promise
    await tab.page.locator("h1", { hasText: "Taxonomy Explorer" }).waitFor()
    expect(tab.requests().filter((url) => url.includes("/data/"))).toEqual([])
    await connection.continue()
    await tab.page.locator("main h1", { hasText: "Video games" }).waitFor()
  })

  it("says that the program has ended, and goes on with the changes since when it runs again", async ({ expect }) => {
    await using tab = await openTab(`${explore.url}#/draft/dimensions/use_type/PODCASTS`)
    const heading = tab.page.locator("main h1")
    await heading.filter({ hasText: "Podcasts" }).waitFor()
    await explore.end("SIGTERM")
    await tab.page.getByText("The data cannot be reached. This page shows it as it was before.").waitFor()
    expect(await heading.innerText()).toContain("Podcasts")
    await edit('label: "Podcasts"', 'label: "Talks"')
    explore = await startExplore(folder, new URL(explore.url).port)
    await heading.filter({ hasText: "Talks" }).waitFor()
    await tab.page
      .getByText("The data cannot be reached. This page shows it as it was before.")
      .waitFor({ state: "detached" })
  })

  it("says which file of a release was altered, and shows the other releases", async ({ expect }) => {
    const file = join(folder, "releases/v1.2.0/schema.json")
    const published = await readFile(file)
    await writeFile(file, Buffer.concat([published, Buffer.from("\n")]))
    await using tab = await openTab(`${explore.url}#/v1.2.0/rules`)
    await tab.page.locator("main h1", { hasText: "Release 1.2.0 cannot be read" }).waitFor()
    const alert = tab.page.getByRole("alert").filter({ hasText: "v1.2.0/schema.json is not what was published" })
    expect(await alert.innerText()).toMatch(/Restore it from git or a backup, or delete it and run taxonomy rebuild\.$/)
    await tab.show("#/v1.1.1/rules", "Rules")
    await writeFile(file, published)
    await tab.show("#/v1.2.0/dimensions", "Dimensions")
  })

  it("fills any number of tabs, and those that were hidden follow when they are shown", async ({ expect }) => {
    await using tab = await openTab(`${explore.url}#/draft/dimensions/use_type`)
    const pages = [tab.page]
    const show = (isShown: boolean) =>
      `Object.defineProperty(document, "hidden", { configurable: true, value: ${!isShown} })
       document.dispatchEvent(new Event("visibilitychange"))`
    // Browsers open six connections to a server.
    while (pages.length < 8) {
      await pages.at(-1)?.evaluate(show(false))
      const page = await tab.page.context().newPage()
      await page.goto(`${explore.url}#/draft/dimensions/use_type`)
      await page.locator("main h1", { hasText: "Use type" }).waitFor()
      pages.push(page)
    }
    await edit("label: Use type", "label: Kind of use")
    await pages.at(-1)?.locator("main h1", { hasText: "Kind of use" }).waitFor()
    expect(await tab.heading()).toContain("Use type")
    await tab.page.evaluate(show(true))
    await tab.page.locator("main h1", { hasText: "Kind of use" }).waitFor()
    await edit("label: Kind of use", "label: Use type")
    await tab.page.locator("main h1", { hasText: "Use type" }).waitFor()
  })
})
