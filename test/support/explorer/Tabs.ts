import axe from "axe-core"
import type { BrowserContext, Page } from "playwright-core"
import { openContext } from "../Chromium.ts"

export interface TabSettings {
  readonly width?: 1280 | 390
  readonly colorScheme?: "light" | "dark"
  /** What is done before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** A page of the Explorer in a browser of its own cookies and storage. */
export interface Tab extends AsyncDisposable {
  readonly page: Page
  /** Messages of the console (errors, refusals of the content security policy) and requests to other places. */
  readonly problems: () => ReadonlyArray<string>
  /** The addresses of all requests. */
  readonly requests: () => ReadonlyArray<string>
  /** Shows an address within the Explorer, such as `#/v1.0.0/rules`, and waits for its heading. */
  readonly show: (hash: string, heading: string | RegExp) => Promise<void>
  /** Waits until an expression is true. `waitForFunction` of Playwright fails in pages that forbid `eval`, if it has to wait. */
  readonly until: (condition: string) => Promise<void>
  readonly heading: () => Promise<string>
  /** What axe finds, one line each. */
  readonly violations: () => Promise<ReadonlyArray<string>>
  /** The pixels by which the page is wider than the screen. */
  readonly overflow: () => Promise<number>
}

/** Opens a tab in the browser of the worker. */
export const openTab = async (
  url: string,
  { colorScheme = "light", prepare, width = 1280 }: TabSettings = {}
): Promise<Tab> => {
  const context = await openContext({
    colorScheme,
    viewport: { width, height: 900 },
    // Animations end at once, so that nothing is judged halfway.
    reducedMotion: "reduce"
  })
  const page = await context.newPage()
  const problems: Array<string> = []
  const requests: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text())
  })
  page.on("pageerror", (error) => problems.push(error.message))
  page.on("request", (request) => requests.push(request.url()))
  await refuseOthers(context, url, problems)
  await prepare?.(page)
  await page.goto(url)
  const heading = page.locator("main h1")
  return {
    page,
    problems: () => problems,
    requests: () => requests,
    heading: () => heading.innerText(),
    show: async (hash, text) => {
      // The page before may have the same heading.
      await page.evaluate(`new Promise((resolve) => {
        const before = location.href
        location.hash = ${JSON.stringify(hash)}
        if (location.href === before) resolve()
        else addEventListener("hashchange", () => setTimeout(resolve), { once: true })
      })`)
      await page.locator("main h1", { hasText: text }).waitFor()
    },
    until: (condition) =>
      page.evaluate(`new Promise((resolve) => {
        const look = () => (${condition} ? resolve() : setTimeout(look, 10))
        look()
      })`),
    violations: async () => {
      // It stays in the document while the address changes.
      if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
      return page.evaluate(
        "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`)))"
      )
    },
    overflow: () => page.evaluate("document.documentElement.scrollWidth - innerWidth"),
    [Symbol.asyncDispose]: () => context.close()
  }
}

/** A page must ask for nothing but what its own place has. */
const refuseOthers = (context: BrowserContext, url: string, problems: Array<string>): Promise<unknown> => {
  const { origin, protocol } = new URL(url)
  const isOwn = (other: URL): boolean =>
    protocol === "file:" ? other.protocol === "file:" : other.origin === origin || other.protocol === "data:"
  return context.route(
    (other) => !isOwn(other),
    async (route) => {
      problems.push(`Request to ${route.request().url()}`)
      await route.abort()
    }
  )
}
