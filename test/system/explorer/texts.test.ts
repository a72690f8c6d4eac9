import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { beforeAll, describe, it } from "vitest"
import { diffCommand } from "../../../src/cli/read/Diff.ts"
import { siteCommand } from "../../../src/cli/read/Explore.ts"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { urlOf } from "../../support/explorer/MakeSite.ts"
import { openTab } from "../../support/explorer/Tabs.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { makeRepository, writeFiles } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { publishOn } from "../../support/TwoMajors.ts"

reportSkipped("normative texts in the Explorer in a browser")

const sources = (version: string, definition: string, more = "") => ({
  "taxonomy.yaml": smallSources["taxonomy.yaml"].replace("1.0.0", version),
  "dimensions/use_type.yaml": smallSources["dimensions/use_type.yaml"].replace(
    "    description: News and commentary.\n",
    `    description: News and commentary.
    definition: ${definition}
    translations: { fr: { label: Rédactionnel, definition: Toutes les nouvelles. } }
${more}`
  )
})
const article = "Any use in the news, whether paid or not."
const shorter = "Any use in the news, paid or not."
const wider = "Any use in the news and in comments."
const waivers = `- rule: semver/definition-changed
  subject: use_type/editorial
  version: 1.0.1
  reason: A word was too many.
  approved_by: The board
`
const added = `  - code: satire
    label: Satire
    description: Satire about news.
    definition: Exaggeration that nobody takes for news.
    alt_labels: [Parody]
    role: [permission, limit]
    broader: [editorial]
    citations: [{ title: Title 17, url: https://example.org/ }]
`

const mainText = async (page: Page): Promise<string> => (await page.locator("main").innerText()).replaceAll(/\s+/g, " ")

describe.skipIf(!hasChromium)("normative texts in the Explorer", { concurrent: false }, () => {
  let folder: string

  beforeAll(async () => {
    folder = await makeRepository({ ...smallSources, ...sources("1.0.0", article) })
  })

  const src = () => join(folder, "taxonomy-src")
  const options = () => ["--releases", join(folder, "releases"), "--src", src()]
  let count = 0
  const makeSite = async (): Promise<string> => {
    const site = join(folder, `sites/${(count += 1)}`)
    await mkdir(join(folder, "sites"), { recursive: true })
    const { code, stdout } = await runInProcess(siteCommand, ["--out", site, ...options(), "--working-tree"])
    if (code !== 0) throw new Error(stdout)
    return site
  }
  /** The headings about changes of the working tree, and what its comparison with the base says. */
  const tellChanges = async (site: string) => {
    await using tab = await openTab(urlOf(site, "/draft/check"))
    const changes = await tab.page.locator("#changes").innerText()
    await tab.show("#/draft/compare", "Changes")
    await tab.page.locator("main .loading").waitFor({ state: "detached" })
    return [changes, await tab.page.locator("main h1 ~ p").first().innerText()]
  }

  it("are since the release that they are compared with: a first release, a clean tree, a changed one", async ({
    expect
  }) => {
    expect(await tellChanges(await makeSite())).toEqual([
      "3 changes in the first release",
      "The draft is the first release: everything in it is new."
    ])
    await publishOn(folder, "2026-01-10")
    expect(await tellChanges(await makeSite())).toEqual(["No changes since 1.0.0", "Both have the same content."])
    await writeFiles(src(), { ...sources("1.0.1", shorter), "waivers.yaml": waivers })
    expect(await tellChanges(await makeSite())).toEqual([
      "1 change since 1.0.0",
      "These changes require a patch release: definition corrected."
    ])
    await publishOn(folder, "2026-02-10")
    expect(await tellChanges(await makeSite())).toEqual(["No changes since 1.0.1", "Both have the same content."])
    await writeFiles(src(), sources("2.0.0", wider, added))
  })

  it("are classified as taxonomy diff classifies them, waivers included", async ({ expect }) => {
    const site = await makeSite()
    await using tab = await openTab(urlOf(site, "/v1.0.1/compare/v1.0.0"))
    for (const [hash, heading, args] of [
      ["#/v1.0.1/compare/v1.0.0", "to 1.0.1", ["1.0.0", "1.0.1"]],
      ["#/draft/compare/v1.0.0", "the draft", ["1.0.0", "."]]
    ] as const) {
      await tab.show(hash, heading)
      const group = tab.page.locator(".change-group").first()
      await group.waitFor()
      const { stdout } = await runInProcess(diffCommand, [...args, ...options()])
      const title = (await group.locator("h3").innerText()).trim()
      const [bump, why] = (await group.locator(".change-why").innerText()).split(" version step ")
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${title} (${bump}: ${why})`)
    }
    await tab.show("#/v1.0.1/compare/v1.0.0", "to 1.0.1")
    const text = await mainText(tab.page)
    expect(text).toContain("These changes require a patch release: definition corrected.")
    expect(text).toContain("Approved by The board: A word was too many.")
    expect(text).not.toContain("something else")
    expect(tab.problems()).toEqual([])
  })

  it("have their history on the page of the item, with every version, waiver and approver", async ({ expect }) => {
    await using tab = await openTab(urlOf(await makeSite(), "/v1.0.1/dimensions/use_type/editorial"))
    const { page } = tab
    const since = page.getByRole("region", { name: "Definition" }).locator("p")
    await page.getByText("Since 1.0.1, corrected from 1.0.0.").waitFor()
    const history = page.getByRole("region", { name: "History" })
    const redline = "Any use in the news, [removed: whether ] paid or not."
    expect((await history.innerText()).replaceAll(/\s+/g, " ")).toContain(redline)
    expect(await history.innerText()).toContain("Approved by The board")
    await tab.show("#/v1.0.0/dimensions/use_type/editorial", "Editorial")
    await page.getByText("No release has changed what it means.").waitFor()
    expect(await since.innerText()).toBe("Since 1.0.0.")
    await tab.show("#/draft/dimensions/use_type/editorial", "Editorial")
    await page.getByText("Since the draft, changed from 1.0.1.").waitFor()
    expect(await history.locator(".past-release-name").allInnerTexts()).toEqual(["Draft", "1.0.1 (10 February 2026)"])
    expect(tab.problems()).toEqual([])
    expect(await tab.violations()).toEqual([])
  })

  it("are beside their translations, and originals are marked", async ({ expect }) => {
    await using tab = await openTab(urlOf(await makeSite(), "/v1.0.1/dimensions/use_type/editorial?language=fr"))
    const { page } = tab
    await page.locator("main h1", { hasText: "Rédactionnel" }).waitFor()
    const definition = page.getByRole("region", { name: "Definition" })
    expect(await definition.getByText(shorter).isVisible()).toBe(false)
    await definition.getByText("Translation. The original text is binding.").click()
    expect(await definition.getByText(shorter).isVisible()).toBe(true)
    expect(await page.locator(".item-heading").innerText()).toContain("News and commentary. original")
    await tab.show("#/v1.0.1/dimensions/use_type?language=fr", "Use type")
    expect(await page.locator(".value-row", { hasText: "Rédactionnel" }).innerText()).toContain("Toutes les nouvelles.")
    await tab.show("#/v1.0.1/dimensions/use_type/editorial", "Editorial")
    // That of the release alone.
    expect(await page.locator("main .badge").allInnerTexts()).toEqual(["in force"])
    expect(tab.problems()).toEqual([])
  })

  it("say what a value says of a license, with links to the kinds above and below and to what it cites", async ({
    expect
  }) => {
    await using tab = await openTab(urlOf(await makeSite(), "/draft/dimensions/use_type/satire"))
    const facts = tab.page.locator("dl.facts")
    await facts.getByText("Kinds above").waitFor()
    expect((await facts.innerText()).replaceAll(/\s+/g, " ")).toContain(
      "What it says What the licensee may do; what the licensee may not do"
    )
    expect(await facts.getByRole("link", { name: "Title 17" }).getAttribute("href")).toBe("https://example.org/")
    await facts.getByRole("link", { name: "Editorial" }).click()
    await tab.page.locator("main h1", { hasText: "Editorial" }).waitFor()
    expect(await facts.getByRole("link", { name: "Satire" }).isVisible()).toBe(true)
    expect(tab.problems()).toEqual([])
    expect(await tab.violations()).toEqual([])
  })
})
