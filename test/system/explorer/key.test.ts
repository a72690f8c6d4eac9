import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { denyStorage } from "../../support/explorer/DenyStorage.ts"
import { paintNothing } from "../../support/explorer/PaintNothing.ts"
import { startReadServer, type ReadServer } from "../../support/explorer/ReadServer.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { openTab, type Tab } from "../../support/explorer/Tabs.ts"

reportSkipped("the Explorer of a server in a browser")

describe.skipIf(!hasChromium)("the Explorer of a server", () => {
  let server: ReadServer

  beforeAll(async () => {
    server = await startReadServer((await richHistory()).folder)
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const enter = async ({ page }: Tab, key: string): Promise<void> => {
    await page.getByLabel("API key").fill(key)
    await page.getByRole("button", { name: "Read the taxonomy" }).click()
  }
  const pathsOf = (tab: Tab): ReadonlyArray<string> =>
    tab
      .requests()
      .filter((url) => !url.includes("/explore"))
      .map((url) => url.slice(server.url.length))

  it("asks for a key, says why another is refused, and keeps a valid one until a person signs out", async ({
    expect
  }) => {
    const [key, revoked] = [await server.issueKey("enterprise"), await server.issueKey("enterprise")]
    await server.revokeKey(revoked)
    await using tab = await openTab(`${server.url}/explore#/v2.2.1/licenses/SCHOOL`, { width: 390 })
    const { page } = tab
    const field = page.getByLabel("API key")
    await field.waitFor()
    expect(await page.locator("body").innerText()).not.toMatch(/School|Image licensing/)
    expect(await tab.violations()).toEqual([])
    expect(await tab.overflow()).toBeLessThanOrEqual(0)
    expect([await field.getAttribute("type"), await field.getAttribute("autocomplete")]).toEqual(["password", "off"])
    await page.getByRole("button", { name: "Show" }).click()
    expect(await field.getAttribute("type")).toBe("text")
    await page.getByRole("button", { name: "Show" }).click()

    await enter(tab, "nil_00000000000000000000000000000000")
    await page.getByText("This API key has a typing error.").waitFor()
    await enter(tab, revoked)
    await page.getByText("This API key was revoked.").waitFor()
    await enter(tab, "schlüssel")
    await page.getByText("This API key has a typing error.").waitFor()
    expect(await tab.violations()).toEqual([])
    await enter(tab, ` ${key}\n`)
    await page.locator("main h1", { hasText: "School license" }).waitFor()

    // The address, the history and what is stored for longer than the tab do not have the key.
    expect(page.url()).toBe(`${server.url}/explore#/v2.2.1/licenses/SCHOOL`)
    expect(tab.requests().filter((url) => url.includes("nil_"))).toEqual([])
    expect(await page.evaluate("JSON.stringify([localStorage, document.cookie, history.state])")).not.toContain(key)
    await page.reload()
    await page.locator("main h1", { hasText: "School license" }).waitFor()
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await field.waitFor()
    expect(await page.locator("body").innerText()).not.toMatch(/School|Image licensing/)
    await page.reload()
    await field.waitFor()
    expect(server.printed()).not.toContain(key.slice(12))
  })

  it("reads the lists and each shown release once", async ({ expect }) => {
    const key = await server.issueKey("enterprise")
    await using tab = await openTab(`${server.url}/explore`)
    await enter(tab, key)
    await tab.page.locator("main h1", { hasText: "Image licensing" }).waitFor()
    await tab.show("#/v2.2.1/dimensions/use_type", "Use type")
    await tab.show("#/v1.0.0/dimensions/use_type/TAPES", "Tapes")
    await tab.show("#/v2.2.1/rules", "Rules")
    await tab.show("#/v1.0.0/rules", "Rules")
    expect(pathsOf(tab)).toEqual([
      "/v1/releases",
      "/v1/items",
      "/v2/schema?version=2.2.1",
      "/v2/schema?version=2.2.0",
      "/v1/schema?version=1.0.0"
    ])
    expect(tab.problems()).toEqual([])
  })

  it("takes a key as soon as the field is shown, before the browser has painted it", async () => {
    const key = await server.issueKey("enterprise")
    await using tab = await openTab(`${server.url}/explore`, { prepare: (page) => page.addInitScript(paintNothing) })
    await enter(tab, key)
    await tab.page.locator("main h1", { hasText: "Image licensing" }).waitFor()
  })

  it("keeps the key in memory if the browser allows no storage", async () => {
    const key = await server.issueKey("enterprise")
    await using tab = await openTab(`${server.url}/explore`, { prepare: (page) => page.addInitScript(denyStorage) })
    await enter(tab, key)
    await tab.page.locator("main h1", { hasText: "Image licensing" }).waitFor()
    await tab.show("#/v1.0.0/dimensions", "Dimensions")
  })

  it("keeps what was read while the server is away, and goes on when it is back", async ({ expect }) => {
    await using own = await startReadServer((await richHistory()).folder)
    const key = await own.issueKey("enterprise")
    await using tab = await openTab(`${own.url}/explore#/v2.2.1/rules`)
    await enter(tab, key)
    await tab.page.locator("main h1", { hasText: "Rules" }).waitFor()
    await own.stop()
    await tab.show("#/v2.2.1/licenses/SCHOOL", "School license")
    await tab.show("#/v1.1.0/licenses/SCHOOL", "Release 1.1.0 cannot be read")
    await tab.page.getByText("The data cannot be reached.").waitFor()
    const failure = tab.page.waitForEvent("requestfailed")
    await tab.page.getByRole("button", { name: "Try again" }).click()
    await failure
    await tab.page.getByText("The data cannot be reached.").waitFor()
    await tab.show("#/v2.2.1/dimensions/use_type", "Use type")
    await own.start()
    await tab.show("#/v1.1.0/licenses/SCHOOL", "School license")
    await own.revokeKey(key)
    await tab.show("#/v1.2.0/licenses/SCHOOL", "Taxonomy Explorer")
    await tab.page.getByText("This API key was revoked.").waitFor()
    // Nothing that was read with it remains, nor does the key.
    expect(await tab.page.locator("body").innerText()).not.toMatch(/School|Image licensing/)
    expect(await tab.page.evaluate("sessionStorage.length")).toBe(0)
    await enter(tab, await own.issueKey("enterprise"))
    await tab.page.locator("main h1", { hasText: "School license" }).waitFor()
    expect(own.printed()).not.toContain(key.slice(12))
  })
})
