import { afterAll, beforeAll, describe, it } from "vitest"
import { hasChromium, reportSkipped } from "../../support/Chromium.ts"
import { startReadServer, type ReadServer } from "../../support/explorer/ReadServer.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { openTab, type Tab } from "../../support/explorer/Tabs.ts"

reportSkipped("the calls from the documentation page")

/** Opens the form of an endpoint with the keyboard. */
const formOf = async ({ page }: Tab, operation: string) => {
  const box = page.locator(`#${operation} .try`)
  await box.locator("summary").focus()
  await page.keyboard.press("Enter")
  return {
    fill: (name: string, text: string) => box.locator(`[name="${name}"]`).fill(text),
    /** The status, the headers and the body of the response. */
    send: async () => {
      await box.getByRole("button", { name: "Send" }).focus()
      await page.keyboard.press("Enter")
      const status = box.getByRole("status")
      await status.filter({ hasText: /^\d|no response/ }).waitFor()
      const [headers = "", body = ""] = await box.locator("pre").allInnerTexts()
      return { status: await status.innerText(), headers, body }
    }
  }
}

describe.skipIf(!hasChromium)("a call from the documentation page", () => {
  let server: ReadServer

  beforeAll(async () => {
    server = await startReadServer((await richHistory()).folder)
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it("has the key of the page, and shows status, headers and body; the key is nowhere else", async ({ expect }) => {
    const key = await server.issueKey("enterprise")
    await using tab = await openTab(`${server.url}/docs`)
    const { page } = tab
    const field = page.getByLabel("API key for the calls from this page")
    expect([await field.getAttribute("type"), await field.getAttribute("autocomplete")]).toEqual(["password", "off"])
    const { fill, send } = await formOf(tab, "license")
    await fill("api_version", "v2")
    await fill("license_code", "SCHOOL")
    const refused = await send()
    expect(refused.status).toBe("401 Unauthorized")
    expect(refused.headers).toContain("X-Error-Code: key-missing")

    await field.fill(` ${key}`)
    const { body, headers, status } = await send()
    expect(status).toBe("200 OK")
    expect(JSON.parse(body)).toMatchObject({ code: "SCHOOL", name: "School license" })
    expect(headers).toContain("X-RateLimit-Limit: unlimited")
    expect(headers).not.toContain("Access-Control")

    await fill("If-None-Match", /ETag: (.*)/i.exec(headers)?.[1] ?? "")
    expect(await send()).toMatchObject({ status: "304 Not Modified", body: "" })

    expect(tab.requests().filter((url) => url.includes("nil_"))).toEqual([])
    expect(page.url()).toBe(`${server.url}/docs`)
    const stored = "JSON.stringify([localStorage, sessionStorage, document.cookie, history.state, history.length])"
    expect(await page.evaluate(stored)).not.toContain(key)
    expect(await tab.violations()).toEqual([])
    await page.reload()
    expect(await field.inputValue()).toBe("")
    expect(server.printed()).not.toContain(key.slice(12))
    // The browser reports the status that the page shows.
    expect(tab.problems().filter((problem) => !problem.includes("401"))).toEqual([])
  })

  it("sends values as they are, and a list as a parameter for each member", async ({ expect }) => {
    await using tab = await openTab(`${server.url}/docs`)
    await tab.page.getByLabel("API key for the calls from this page").fill(await server.issueKey("enterprise"))
    const validation = await formOf(tab, "validate")
    await validation.fill("config", '{"use_type": ["a&b=ü"]}')
    expect(JSON.parse((await validation.send()).body)).toMatchObject({ verdict: "invalid" })
    const changes = await formOf(tab, "changes")
    await changes.fill("from", "1.0.0")
    await changes.fill("kind", "value-added  license-added")
    expect((await changes.send()).status).toBe("200 OK")
    const queries = tab.requests().map((url) => new URL(url).search)
    expect(queries).toContain(`?config=${new URLSearchParams({ _: '{"use_type": ["a&b=ü"]}' }).toString().slice(2)}`)
    expect(queries).toContain("?from=1.0.0&kind=value-added&kind=license-added")
    expect(tab.problems()).toEqual([])
  })

  it("shows that there is no response", async ({ expect }) => {
    const own = await startReadServer((await richHistory()).folder)
    await using tab = await openTab(`${own.url}/docs`)
    await own.stop()
    const { send } = await formOf(tab, "health")
    expect((await send()).status).toMatch(/^There is no response: /)
  })
})

describe.skipIf(!hasChromium)("the navigation of the documentation page", () => {
  let server: ReadServer

  beforeAll(async () => {
    server = await startReadServer((await richHistory()).folder)
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it("stays at the side on a wide screen, and leads to endpoints and guides", async ({ expect }) => {
    await using tab = await openTab(`${server.url}/docs`)
    const navigation = tab.page.getByRole("navigation", { name: "Documentation" })
    await navigation.focus()
    await tab.page.keyboard.press("Tab")
    expect(await tab.page.evaluate("document.activeElement.textContent")).toBe("Introduction")
    await navigation.getByRole("link", { name: "Get one base license" }).focus()
    await tab.page.keyboard.press("Enter")
    const section = tab.page.locator("#license")
    expect((await section.boundingBox())?.y).toBeLessThan(900)
    expect(await navigation.boundingBox()).toMatchObject({ y: 0 })
    await navigation.getByRole("link", { name: "Read API" }).click()
    await tab.page.locator("main h1", { hasText: "Read API" }).waitFor()
    expect(await navigation.locator("[aria-current=page]").allInnerTexts()).toEqual(["Read API"])
    await navigation.getByRole("link", { name: "Rate limits" }).click()
    expect(tab.page.url()).toBe(`${server.url}/docs/reading#rate-limits`)
  })

  it.for(["with", "without"])(
    "is closed on a phone, and opens with the keyboard %s scripts",
    async (scripts, { expect }) => {
      await using tab = await openTab(`${server.url}/docs`, {
        width: 390,
        prepare: async (page) => {
          if (scripts === "without")
            await page.route("**/docs", async (route) => {
              const response = await route.fetch()
              const headers = { ...response.headers(), "content-security-policy": "script-src 'none'" }
              await route.fulfill({ response, headers })
            })
        }
      })
      const navigation = tab.page.getByRole("navigation", { name: "Documentation" })
      const link = navigation.getByRole("link", { name: "Get all dimensions" })
      expect(await link.isVisible()).toBe(false)
      await navigation.getByText("Contents").focus()
      await tab.page.keyboard.press("Enter")
      await link.click()
      expect(tab.page.url()).toBe(`${server.url}/docs#dimensions`)
      expect(await tab.page.locator("#dimensions .try").isVisible()).toBe(scripts === "with")
      expect(await tab.overflow()).toBeLessThanOrEqual(0)
    }
  )
})
