import { describe, it } from "vitest"
import { docsPage } from "../../../../src/api/docs/DocsPage.ts"
import { docsStyle } from "../../../../src/api/docs/DocsStyle.ts"
import { openApiDocument } from "../../../../src/api/openapi/OpenApi.ts"

const options = { basePath: "/api/taxonomy", serverVersion: "1.2.3" }

const page = docsPage(options).replaceAll(/\s+/g, " ")

const document = openApiDocument(options)

/** The texts that match the first group of a pattern, in their order. */
const textsOf = (pattern: RegExp, text = page): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found)

const between = (start: string, end: string): string => page.slice(page.indexOf(start), page.indexOf(end))

describe("docsPage", () => {
  it("starts with its title, its style and a link to the content", ({ expect }) => {
    const title = document.info.title
    const start = `<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> <meta name="viewport" content="width=device-width, initial-scale=1" /> <title>${title}</title> <link rel="icon" href="data:," /> <style>${docsStyle.replaceAll(/\s+/g, " ")}</style> </head> <body> <a class="skip" href="#content">Skip to the content</a> <header> <h1>${title}</h1> <p class="quiet">Version 1.2.3. For programs: <a href="openapi.json">openapi.json</a>.</p> <nav aria-label="Contents"> <ul> <li> `
    expect(page.slice(0, start.length)).toBe(start)
    expect(page.endsWith("</details> </main> </body> </html> ")).toBe(true)
  })

  it("lists every endpoint in the contents, below its tag, and has a section for it", ({ expect }) => {
    const operations = Object.entries(document.paths)
    const inOrder = document.tags.flatMap(({ name }) => operations.filter(([, { get }]) => get.tags.includes(name)))
    const entries = inOrder.map(
      ([path, { get }]) => `<a href="#${get.operationId}"><code>GET ${path}</code></a> ${get.summary} </li>`
    )
    const contents = between("<nav", "</nav>")
    expect(textsOf(/<li> (<a href="#\w+"><code>.*?<\/li>)/g, contents)).toEqual(entries)
    expect(textsOf(/<section id="(\w+)"/g)).toEqual(inOrder.map(([, { get }]) => get.operationId))
    expect(textsOf(/<h2 id="(\w+)">/g)).toEqual([
      ...document.tags.map(({ name }) => name),
      "preflights",
      "headers",
      "schemas"
    ])
    expect(textsOf(/<h2 id="\w+">(\w)/g).join("")).toMatch(/^[A-Z]+$/)
    expect(contents).toContain(
      '<li><a href="#preflights">Cross-origin requests</a></li> <li><a href="#headers">Headers</a></li> <li><a href="#schemas">Bodies</a></li> </ul>'
    )
  })

  it("has an anchor for every link within it", ({ expect }) => {
    const anchors = textsOf(/ id="([^"]+)"/g)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(textsOf(/ href="#([^"]+)"/g).filter((anchor) => !anchors.includes(anchor))).toEqual([])
  })

  it("shows how to set the address and the key for the calls", ({ expect }) => {
    expect(page).toContain(
      `<p>Before you run the calls below, set the address of the service and your API key:</p> <pre class="copy" tabindex="0" role="group" aria-label="Settings for the calls"><code>export TAXONOMY_URL=&#39;https://licensing.example/api/taxonomy&#39; TAXONOMY_KEY=&#39;&lt;API_KEY&gt;&#39;</code></pre>`
    )
  })

  it("shows each paragraph of the description, with the names of the rules in bold", ({ expect }) => {
    const introduction = between("<main", "Before you run")
    expect(textsOf(/(<p>)/g, introduction)).toHaveLength(document.info.description.split("\n\n").length + 1)
    expect(introduction).toContain("<p><strong>Methods.</strong> Only GET and OPTIONS are allowed. ")
  })

  it("names the headers of a preflight response", ({ expect }) => {
    const preflights = between('<h2 id="preflights">', '<h2 id="headers">')
    expect(preflights).toContain(
      "Cross-origin requests</h2> <p> OPTIONS on every path requires no API key and returns 204 with <code>"
    )
    expect(preflights).toContain("</code>, <code>Access-Control-Allow-Methods</code>, <code>")
    expect(preflights).not.toContain("ETag")
    expect(preflights).toContain(
      "</code>. Browsers send it by themselves. Every visitor can read a key in a browser, so keep keys on servers. </p>"
    )
  })

  it("describes every header once, and tells which are not on every such response", ({ expect }) => {
    const headers = between('<h2 id="headers">', '<h2 id="schemas">')
    const components = Object.entries(document.components.headers)
    expect(headers).toMatch(
      /Headers<\/h2> <p> Every response has (?:<a href="#header-[a-z-]+">[A-Za-z-]+<\/a>(?:, )?)+\. <\/p>/
    )
    expect(textsOf(/<tr id="([^"]+)">/g, headers)).toEqual(components.map(([key]) => `header-${key.toLowerCase()}`))
    expect(textsOf(/<th scope="row"><code>([^<]+)<\/code>/g, headers)).toEqual(
      components.map(([key]) => key.replace(/\.\d+$/, ""))
    )
    expect(textsOf(/<th scope="col">(\w+)<\/th>/g, headers)).toEqual(["Header", "Meaning", "Value"])
    expect(textsOf(/( Not on every such response\.)<\/td>/g, headers)).toHaveLength(
      components.filter(([, { required }]) => !required).length
    )
    expect(textsOf(/<span class="quiet">Example: <code>([^<]*)<\/code><\/span>/g, headers)).toHaveLength(
      components.length
    )
  })

  it("has the details of every body at its end", ({ expect }) => {
    const bodies = page.slice(page.indexOf('<h2 id="schemas">'))
    expect(bodies).toMatch(
      /^<h2 id="schemas">Bodies<\/h2> <p>Bodies may get more fields\. Ignore unknown ones\.<\/p> <details id="schema-/
    )
    expect(textsOf(/<details id="schema-(\w+)">/g, bodies)).toEqual(Object.keys(document.components.schemas))
  })
})
