import { createHash } from "node:crypto"
import { createServer } from "node:http"
import axe from "axe-core"
import type { BrowserContextOptions } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { docsPage } from "../../../src/api/docs/DocsPage.ts"
import { docsScript } from "../../../src/api/docs/DocsScript.ts"
import { docsContentSecurityPolicy, docsStyle } from "../../../src/api/docs/DocsStyle.ts"
import { endpointRoutes } from "../../../src/api/EndpointRoutes.ts"
import { openApiDocument } from "../../../src/api/openapi/OpenApi.ts"
import { hasChromium, openContext, reportSkipped } from "../../support/Chromium.ts"

const options = { basePath: "/api/taxonomy", serverVersion: "1.2.3" }
const page = docsPage(options)

describe("the documentation page", () => {
  it("is deterministic", () => {
    expect(docsPage(options)).toBe(page)
  })

  it("has a content security policy that allows its own style and its own script alone", () => {
    const digestOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    expect(docsContentSecurityPolicy).toContain("default-src 'none'; ")
    expect(docsContentSecurityPolicy).toContain(`style-src ${digestOf(docsStyle)}; `)
    expect(docsContentSecurityPolicy).toContain(`script-src ${digestOf(docsScript)}; connect-src 'self'; `)
    expect(docsContentSecurityPolicy).toContain("form-action 'none'; ")
    expect(page).toContain(`<style>${docsStyle}</style>`)
    expect([...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text)).toEqual([docsScript])
    expect(page.replace(docsScript, "")).not.toMatch(/\son\w+=|javascript:|\sstyle=/i)
  })

  it("links only to itself and to the OpenAPI document", () => {
    const targets = [...page.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, target = ""]) => target)
    const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => `#${id}`))
    expect(targets.filter((target) => !ids.has(target)).sort()).toEqual(["data:,", "openapi.json"])
  })

  it("explains the variables of its examples at the top", () => {
    const settings = "export TAXONOMY_URL=&#39;https://licensing.example/api/taxonomy&#39; TAXONOMY_API_KEY="
    expect(page).toContain(settings)
    expect(page).toContain("$TAXONOMY_URL/health")
  })

  it("lists common response headers once and others with their responses", () => {
    const told = (header: string) => page.split(`<a href="#header-${header}">`).length - 1
    expect([told("x-request-id"), told("x-content-type-options")]).toEqual([1, 1])
    expect(told("x-taxonomy-version")).toBeGreaterThan(4)
  })

  it("has unique ids", () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it("escapes markup", () => {
    const hostile = docsPage({ basePath: "/<b>", serverVersion: `"><script>alert('1')</script>` })
    expect(hostile.split("<script")).toHaveLength(2)
    expect(hostile).not.toContain("<b>")
    expect(hostile).toContain("&lt;script&gt;alert(&#39;1&#39;)")
  })
})

reportSkipped("the documentation page in a browser")

describe.skipIf(!hasChromium)("the documentation page in a browser", () => {
  const requested: Array<string> = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? "")
    if (request.url === "/api/taxonomy/docs") {
      response.writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": docsContentSecurityPolicy
      })
      response.end(page)
    } else {
      response.writeHead(404).end()
    }
  })
  let origin = ""

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    if (address === null || typeof address === "string") throw new Error("The server has no port")
    origin = `http://127.0.0.1:${address.port}`
  })

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
  })

  const opened = async (settings: BrowserContextOptions = {}) => {
    const context = await openContext(settings)
    const tab = await context.newPage()
    const complaints: Array<string> = []
    const outside: Array<string> = []
    tab.on("console", (message) => complaints.push(message.text()))
    tab.on("pageerror", (error) => complaints.push(error.message))
    tab.on("requestfailed", (request) => complaints.push(request.url()))
    await context.route("**", async (route) => {
      const url = route.request().url()
      if (url.startsWith(`${origin}/`) || url.startsWith("data:")) return route.continue()
      outside.push(url)
      return route.abort()
    })
    await tab.goto(`${origin}/api/taxonomy/docs`)
    // A slow browser reports an idle network before the whole page is parsed.
    await tab.waitForLoadState("networkidle")
    return { tab, context, complaints, outside }
  }

  it("shows every endpoint without errors and further requests, and opens a response with the keyboard", async () => {
    const { complaints, context, outside, tab } = await opened()
    const headings = await tab.locator("section > h3").allInnerTexts()
    expect(headings.sort()).toEqual(
      endpointRoutes()
        .map(({ path }) => `GET ${path}`)
        .sort()
    )
    for (const { name } of endpointRoutes()) expect(await tab.locator(`section#${name}`).isVisible()).toBe(true)
    expect(await tab.title()).toBe(openApiDocument(options).info.title)
    expect({ complaints, outside }).toEqual({ complaints: [], outside: [] })
    expect(new Set(requested)).toEqual(new Set(["/api/taxonomy/docs"]))

    const answer = tab.locator("#licenses-200")
    const example = answer.locator("pre").first()
    expect(await example.isVisible()).toBe(false)
    await answer.locator("summary").focus()
    await tab.keyboard.press("Enter")
    await example.waitFor()
    expect(await example.innerText()).toContain("SAMPLE-PODCAST")

    // One click selects a whole command.
    await tab.locator("section#license pre.copy").click()
    await tab.waitForFunction("getSelection().toString() !== ''")
    expect(await tab.evaluate("getSelection().toString().trim()")).toBe(
      'curl --header "Authorization: Bearer $TAXONOMY_API_KEY" "$TAXONOMY_URL/v1/licenses/SAMPLE-PODCAST"'
    )
    await context.close()
  })

  it.for([
    { colorScheme: "light", background: "rgb(244, 246, 248)" },
    { colorScheme: "dark", background: "rgb(29, 35, 43)" }
  ] as const)(
    "is accessible in the $colorScheme mode of the system with the responses of an endpoint open",
    async ({ background, colorScheme }) => {
      const { context, tab } = await opened({ colorScheme })
      expect(await tab.evaluate("getComputedStyle(document.querySelector('pre')).backgroundColor")).toBe(background)
      await tab.evaluate(
        "document.querySelectorAll('#licenses details, #schema-License').forEach((details) => { details.open = true })"
      )
      await tab.evaluate(axe.source)
      const violations: unknown = await tab.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`))"
      )
      expect(violations).toEqual([])
      await context.close()
    }
  )

  it("fits a phone: only tables and commands are wider than the screen", async () => {
    const { context, tab } = await opened({ viewport: { width: 360, height: 700 } })
    await tab.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(360)
    await context.close()
  })
})
