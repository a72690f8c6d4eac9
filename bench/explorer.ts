// Measures the Explorer in Chromium: the size of its application, the first view of a site of this project's releases once
// the application is in the cache of the browser, and the search of a taxonomy of 100,000 values. Usage:
// node bench/explorer.ts [ROUNDS] [VALUES]. Only people read the figures: no test depends on them.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import type { Page } from "playwright-core"
import { makeLargeSite } from "../test/support/explorer/LargeHistory.ts"
import { serveFolder } from "../test/support/explorer/SiteServer.ts"
import { launchChromium } from "../test/support/LaunchChromium.ts"
import { countOf } from "./figures/Counts.ts"
import { program } from "./figures/MeasureProcess.ts"
import { median } from "./figures/Statistics.ts"

const [rounds, values] = [countOf("rounds", 0, 15), countOf("values", 1, 100_000)]

const print = (line: string) => process.stdout.write(`${line}\n`)
const millis = (times: ReadonlyArray<number>): string =>
  `median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`

/** JavaScript and CSS as a server sends them. */
const measureSize = (site: string): void => {
  const assets = join(site, "assets")
  const names = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name))
  const sizes = names.map((name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length / 1000)
  const parts = names.map((name, index) => `${name.replace(/^.*\./, "")} ${sizes[index]?.toFixed(1)}`)
  print(`size: ${sizes.reduce((sum, size) => sum + size, 0).toFixed(1)} kB gzipped (${parts.join(", ")}; target 80 kB)`)
}

/** The time from the navigation to the heading of the first page. */
const measureFirstView = async (page: Page, url: string): Promise<void> => {
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (document.querySelector("header + main h1") === null) return
      window.shownAt = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  `)
  const times: Array<number> = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto("about:blank")
    await page.goto(url)
    await page.waitForFunction("window.shownAt")
    times.push(await page.evaluate("window.shownAt"))
  }
  print(`first view, without the application in the cache: ${times[0]?.toFixed(0)} ms`)
  print(`first view, with it: ${millis(times.slice(1))} of ${rounds} (target 300 ms)`)
}

const queries = (
  "g|a|1|good|GOOD_099999|amber|crimson good 77772|the good of number 4711|described usual length|emerald 12|" +
  "goods/GOOD_000007|no such word|ambre|9 9 9"
).split("|")

/** The time from a key press in the field to the results in the page. */
const measureSearch = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}#/v1.0.0/search?q=x`)
  await page.locator("#search").waitFor()
  const started = performance.now()
  await page.evaluate(`
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ type: "longtask" })
  `)
  await page.getByText("Preparing the search").waitFor({ state: "detached", timeout: 600_000 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const longest = await page.evaluate<number>("window.longest")
  print(`search: ${values} values indexed in ${seconds} s, longest task ${longest.toFixed(0)} ms`)
  const all: Array<number> = []
  for (const query of queries) {
    const times: Array<number> = []
    for (let round = 0; round < rounds; round += 1) {
      times.push(await page.evaluate(`(${searchInPage})(${JSON.stringify(query)})`))
    }
    all.push(...times)
    print(`  ${query.padEnd(26)} ${millis(times)}`)
  }
  print(`search: ${millis(all)} of ${all.length} queries (target 50 ms)`)
}

/** Types a query and waits until the page shows its results. */
const searchInPage = `async (query) => {
  const field = document.querySelector("#search")
  const type = (text) => {
    field.value = text
    field.dispatchEvent(new InputEvent("input", { bubbles: true }))
  }
  const shows = async (text) => {
    while (document.querySelector("main h1 bdi")?.textContent !== text) await new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect()
        resolve()
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }
  type("x")
  await shows("x")
  await new Promise((resolve) => setTimeout(resolve))
  const started = performance.now()
  type(query)
  await shows(query)
  return performance.now() - started
}`

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
const browser = await launchChromium()
try {
  const site = join(folder, "site")
  execFileSync(process.execPath, [program("taxonomy"), "site", "--out", site], {
    cwd: fileURLToPath(new URL("..", import.meta.url))
  })
  measureSize(site)
  const own = await serveFolder(site)
  await measureFirstView(await browser.newPage(), own.url)
  await own.close()
  const large = await serveFolder(await makeLargeSite(values))
  await measureSearch(await browser.newPage(), large.url)
  await large.close()
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
