import { describe, it } from "vitest"
import {
  code,
  docsPage,
  endpointSection,
  findCommonHeaders,
  headerAnchor,
  schemaDetails,
  schemaLink,
  typeOf
} from "../../../../src/api/docs/DocsPage.ts"
import { docsStyle } from "../../../../src/api/docs/DocsStyle.ts"
import type { Html } from "../../../../src/api/docs/Html.ts"
import { openApiDocument } from "../../../../src/api/openapi/OpenApi.ts"
import type { JsonSchema, OpenApiDocument, PathItem } from "../../../../src/api/openapi/OpenApiDocument.ts"

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
    const start = `<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> <meta name="viewport" content="width=device-width, initial-scale=1" /> <title>${title}</title> <link rel="icon" href="data:," /> <style>${docsStyle.replaceAll(/\s+/g, " ")}</style> </head> <body> <a class="skip" href="#content">Skip to the content</a> <nav aria-label="Documentation" tabindex="0"> <details> <summary>Contents</summary> <p>Start</p> `
    expect(page.slice(0, start.length)).toBe(start)
    expect(between("<main", "</h1>")).toBe(`<main id="content"><h1>${title}`)
    expect(page).toMatch(/<\/details><\/main> <script data-headers="[\w -]+"> \{ .*<\/script> <\/body> <\/html> $/)
  })

  it("links the guides and the client if there are any", ({ expect }) => {
    expect(page).not.toContain('href="docs/')
    const guides = [{ name: "reading", title: "Read <API>" }]
    const links = docsPage(options, { guides, clientPackage: "client-1.0.0.tgz" }).replaceAll(/\s+/g, " ")
    expect(links).toContain('<p>Guides</p> <ul> <li><a href="docs/reading" >Read &lt;API&gt;</a></li>')
    expect(links).toContain('<a href="docs/client-1.0.0.tgz">client-1.0.0.tgz</a>')
    expect(docsPage(options, { guides })).not.toContain("npm install")
  })

  it("lists every endpoint in the contents, below its tag, and has a section for it", ({ expect }) => {
    const operations = Object.entries(document.paths)
    const inOrder = document.tags.flatMap(({ name }) => operations.filter(([, { get }]) => get.tags.includes(name)))
    const entries = inOrder.map(([, { get }]) => `<a href="#${get.operationId}" >${get.summary}</a>`)
    const contents = between("<nav", "</nav>")
    expect(textsOf(/<li>(<a href="#.*?)<\/li>/g, contents)).toEqual([
      '<a href="#content" >Introduction</a>',
      '<a href="#key" >Get an API key</a>',
      ...entries,
      '<a href="#preflights" >Cross-origin requests</a>',
      '<a href="#responses" >Shared responses</a>',
      '<a href="#errors" >Errors</a>',
      '<a href="#headers" >Headers</a>',
      '<a href="#schemas" >Bodies</a>'
    ])
    expect(textsOf(/<p>(.*?)<\/p>/g, contents)).toEqual(["Start", "Taxonomy", "Service", "Reference"])
    expect(textsOf(/<section id="(\w+)"/g)).toEqual(inOrder.map(([, { get }]) => get.operationId))
    expect(textsOf(/<h2 id="(\w+)">/g)).toEqual([
      "key",
      ...document.tags.map(({ name }) => name),
      "preflights",
      "responses",
      "errors",
      "headers",
      "schemas"
    ])
    expect(textsOf(/<h2 id="\w+">(\w)/g).join("")).toMatch(/^[A-Z]+$/)
  })

  it("has an anchor for every link within it", ({ expect }) => {
    const anchors = textsOf(/ id="([^"]+)"/g)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(textsOf(/ href="#([^"]+)"/g).filter((anchor) => !anchors.includes(anchor))).toEqual([])
  })

  it("shows how to set the address and the key for the calls", ({ expect }) => {
    expect(page).toContain(
      `<p>Before you run the commands below, set the address of the service and your API key:</p> <pre class="copy" tabindex="0" role="group" aria-label="Settings for the calls"><code>export TAXONOMY_URL=&#39;https://licensing.example/api/taxonomy&#39; TAXONOMY_API_KEY=&#39;&lt;API_KEY&gt;&#39;</code></pre>`
    )
  })

  it("shows calls with the query parameters that they require", ({ expect }) => {
    const calls = textsOf(/<code>curl [^<]*\$TAXONOMY_URL([^<]*)&quot;<\/code>/g)
    const queries = calls.filter((call) => call.includes("?")).map((call) => call.replaceAll("&amp;", "&"))
    const config = "config=%7B%22campaign_kind%22%3A%22retail_promotion%22%7D"
    expect(queries).toEqual([
      `/v1/validate?${config}`,
      `/v1/migrate?${config}`,
      "/v1/permits?license=SAMPLE-PODCAST&use=%7B%22campaign_kind%22%3A%22product_launch%22%7D",
      `/v1/covers?license=SAMPLE-PODCAST&${config}`,
      "/v1/changes?from=v1.0"
    ])
  })

  it("says whom to ask for a key, also if nobody is named", ({ expect }) => {
    expect(page).toContain("has named no address for requests. Ask whoever gave you the address of this page. </p>")
    const named = docsPage({ ...options, operatorEmail: "keys@licensing.example" })
    expect(named).toContain('Write to <a href="mailto:keys@licensing.example">keys@licensing.example</a>, the operator')
    expect(named).not.toContain("has named no address")
  })

  it("shows each paragraph of the description, with the names of the rules in bold", ({ expect }) => {
    const introduction = between("<main", '<h2 id="key">')
    expect(textsOf(/(<p>)/g, introduction)).toHaveLength(document.info.description.split("\n\n").length)
    expect(introduction).toContain("<p><strong>Methods.</strong> Only GET and OPTIONS are allowed. ")
  })

  it("names the headers of a preflight response", ({ expect }) => {
    const preflights = between('<h2 id="preflights">', '<h2 id="responses">')
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

  it("has the details of each shared response once, by status", ({ expect }) => {
    const responses = between('<h2 id="responses">', '<h2 id="errors">')
    const statuses = textsOf(/<details id="response-[^"]+"> <summary><code>(\d+)/g, responses)
    expect(statuses).toEqual([...statuses].sort())
    expect(textsOf(/<details id="response-([^"]+)"/g).toSorted()).toEqual(
      Object.keys(document.components.responses).toSorted()
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

/** The lines of HTML, without the spaces that a browser ignores. */
const linesOf = ({ html }: Html): string => html.replaceAll(/\s+/g, " ").replaceAll("> <", ">\n<").trim()

const header = (required: boolean) => ({ description: "A header.", required, schema: { type: "string" }, example: "h" })

const reference = (name: string) => ({ $ref: `#/components/headers/${name}` })

const item: PathItem = {
  get: {
    tags: ["items"],
    operationId: "getItem",
    summary: "One item",
    description: "Reads an **item** by its `code`.",
    security: [{ apiKey: [] }],
    parameters: [
      { $ref: "#/components/parameters/version" },
      { name: "code", in: "path", description: "A code.", required: true, schema: {}, example: "A/1" },
      { name: "kinds", in: "query", description: "Kinds.", required: false, schema: { type: "array" }, example: ["a"] },
      { name: "Accept-Encoding", in: "header", description: "Codings.", required: false, schema: {}, example: "br" }
    ],
    responses: {
      200: {
        description: "The item.",
        headers: {
          "X-Request-ID": reference("X-Request-ID"),
          ETag: reference("ETag.2"),
          "X-Deprecation-Warning": reference("X-Deprecation-Warning")
        },
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Item" },
            examples: {
              short: { summary: "A short one", value: { code: "A<1" } },
              text: { summary: "As text", value: "code: A" }
            }
          }
        }
      },
      404: { $ref: "#/components/responses/NotFound" }
    }
  }
}

const sample: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Test", version: "1.0.0", description: "" },
  servers: [{ url: "/api", description: "" }],
  security: [],
  tags: [],
  paths: { "/items/{code}": item },
  webhooks: {},
  components: {
    schemas: {},
    securitySchemes: {},
    parameters: {
      version: { name: "version", in: "query", description: "A `version`.", required: false, schema: {}, example: "v1" }
    },
    headers: {
      "X-Request-ID": header(true),
      "ETag.2": header(true),
      "X-Deprecation-Warning": header(false)
    },
    responses: {
      NotFound: {
        description: "No such item.",
        headers: {
          "X-Request-ID": reference("X-Request-ID"),
          "X-Deprecation-Warning": reference("X-Deprecation-Warning")
        }
      }
    }
  }
}

const common = findCommonHeaders(sample)

const open: PathItem = {
  servers: [
    { url: "/", description: "" },
    { url: "/api", description: "" }
  ],
  get: { ...item.get, operationId: "getHealth", security: [], parameters: [], responses: {} }
}

describe("endpointSection", () => {
  it("shows the purpose, the call, the parameters and the responses of an endpoint", ({ expect }) => {
    expect(linesOf(endpointSection(sample, common, "/items/{code}", item)))
      .toBe(`<section id="getItem" aria-labelledby="getItem-title">
<h3 id="getItem-title"><code>GET /items/{code}</code></h3>
<p><strong>One item.</strong> Reads an <strong>item</strong> by its <code>code</code>.</p>
<p>
<span class="key">An API key is required.</span> Served at <code>/api/items/{code}</code>. </p>
<pre class="copy" tabindex="0" role="group" aria-label="A call of /items/{code}"><code>curl --header &quot;Authorization: Bearer $TAXONOMY_API_KEY&quot; &quot;$TAXONOMY_URL/items/A%2F1&quot;</code></pre>
<details class="try" hidden>
<summary>Try it</summary>
<form data-path="/items/{code}" data-keyed>
<p class="quiet">It is sent with <a href="#key-field">the API key that you give this page</a>.</p>
<p>
<label for="getItem-query-version"><code>version</code></label>
<input id="getItem-query-version" name="version" data-place="query" placeholder="v1" autocomplete="off" spellcheck="false" />
</p>
<p>
<label for="getItem-path-code"><code>code</code>, required</label>
<input id="getItem-path-code" name="code" data-place="path" required value="A/1" autocomplete="off" spellcheck="false" />
</p>
<p>
<label for="getItem-query-kinds"><code>kinds</code>, several with spaces between</label>
<input id="getItem-query-kinds" name="kinds" data-place="query" data-many placeholder="a" autocomplete="off" spellcheck="false" />
</p>
<button>Send</button>
</form>
<p role="status"></p>
<pre tabindex="0" role="group" aria-label="Headers of the response of getItem" hidden></pre>
<pre tabindex="0" role="group" aria-label="Body of the response of getItem" hidden></pre>
</details>
<h4>Parameters</h4>
<div class="table" tabindex="0" role="group" aria-label="Parameters of getItem">
<table>
<thead>
<tr>
<th scope="col">Name</th>
<th scope="col">In</th>
<th scope="col">Meaning</th>
</tr>
</thead>
<tbody>
<tr>
<th scope="row"><code>version</code></th>
<td>query</td>
<td> A <code>version</code>. <span class="quiet">Example: <code>v1</code></span>
</td>
</tr>
<tr>
<th scope="row"><code>code</code></th>
<td>path, required</td>
<td> A code. <span class="quiet">Example: <code>A/1</code></span>
</td>
</tr>
<tr>
<th scope="row"><code>kinds</code></th>
<td>query</td>
<td> Kinds. <span class="quiet">Example: <code>a</code></span>
</td>
</tr>
<tr>
<th scope="row"><code>Accept-Encoding</code></th>
<td>header</td>
<td> Codings. <span class="quiet">Example: <code>br</code></span>
</td>
</tr>
</tbody>
</table>
</div>
<h4>Responses</h4>
<details id="getItem-200">
<summary><code>200</code> The item.</summary>
<p>Body: <code>application/json</code>, <a href="#schema-Item"><code>Item</code></a>.</p>
<p class="quiet">A short one:</p>
<pre class="shown" tabindex="0" role="group" aria-label="Example short of getItem-200"><code>{ &quot;code&quot;: &quot;A&lt;1&quot; }</code></pre>
<p class="quiet">As text:</p>
<pre class="shown" tabindex="0" role="group" aria-label="Example text of getItem-200"><code>code: A</code></pre>
<p> Headers: <a href="#header-etag.2">ETag</a>, <a href="#header-x-deprecation-warning">X-Deprecation-Warning</a> (sometimes), <a href="#headers">those of every response</a>. </p>
</details>
<p>As of other endpoints: <a href="#response-NotFound"><code>404</code></a>.</p>
</section>`)
  })

  it("shows every address of an endpoint without a key", ({ expect }) => {
    expect(linesOf(endpointSection(sample, common, "/health", open)))
      .toBe(`<section id="getHealth" aria-labelledby="getHealth-title">
<h3 id="getHealth-title"><code>GET /health</code></h3>
<p><strong>One item.</strong> Reads an <strong>item</strong> by its <code>code</code>.</p>
<p> No API key is required. Served at <code>/health</code> and <code>/api/health</code>. </p>
<pre class="copy" tabindex="0" role="group" aria-label="A call of /health"><code>curl &quot;$TAXONOMY_URL/health&quot;</code></pre>
<details class="try" hidden>
<summary>Try it</summary>
<form data-path="/health" >
<button>Send</button>
</form>
<p role="status"></p>
<pre tabindex="0" role="group" aria-label="Headers of the response of getHealth" hidden></pre>
<pre tabindex="0" role="group" aria-label="Body of the response of getHealth" hidden></pre>
</details>
<h4>Parameters</h4>
<div class="table" tabindex="0" role="group" aria-label="Parameters of getHealth">
<table>
<thead>
<tr>
<th scope="col">Name</th>
<th scope="col">In</th>
<th scope="col">Meaning</th>
</tr>
</thead>
<tbody>
</tbody>
</table>
</div>
<h4>Responses</h4>
</section>`)
  })

  it("throws for a reference without a target", ({ expect }) => {
    const dangling = { ...item, get: { ...item.get, parameters: [{ $ref: "#/components/parameters/broken" }] } }
    expect(() => endpointSection(sample, common, "/items/{code}", dangling)).toThrow(
      new Error("The reference #/components/parameters/broken has no target")
    )
  })
})

describe("findCommonHeaders", () => {
  it("finds the headers that every response always has", ({ expect }) => {
    expect([...common]).toEqual(["#/components/headers/X-Request-ID"])
  })
})

describe("headerAnchor", () => {
  it("is the name of the header in lower case", ({ expect }) => {
    expect(headerAnchor("#/components/headers/ETag.2")).toBe("header-etag.2")
    expect(headerAnchor("ETag")).toBe("header-etag")
  })
})

describe("code", () => {
  it("can be scrolled with the keyboard, and is for copying only on demand", ({ expect }) => {
    const attributes = 'tabindex="0" role="group" aria-label="A call"'
    expect(code("a < b", "A call").html).toBe(`<pre class="shown" ${attributes}><code>a &lt; b</code></pre>`)
    expect(code("a", "A call", "copy").html).toBe(`<pre class="copy" ${attributes}><code>a</code></pre>`)
  })
})

const itemSchema: JsonSchema = {
  description: "An `item`.",
  type: "object",
  required: ["code"],
  properties: {
    code: { type: "string", pattern: "^[A-Z]+$" },
    more: { $ref: "#/components/schemas/More" },
    odd: true
  }
}

describe("typeOf", () => {
  it.for<[JsonSchema, string]>([
    [{ type: "integer" }, "integer"],
    [{}, "any value"],
    [{ type: "string", pattern: "^v" }, "string like <code>^v</code>"],
    [{ $ref: "#/components/schemas/Item" }, '<a href="#schema-Item"><code>Item</code></a>'],
    [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "null" } }] }, "string or list of null"],
    [{ type: "string", enum: ["a", 1] }, "<code>&quot;a&quot;</code> or <code>1</code>"],
    [{ type: "array" }, "list"],
    [{ type: "array", items: false }, "list"],
    [{ type: "object" }, "object"],
    [{ type: "object", additionalProperties: false }, "object"],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "object of boolean"],
    [
      { type: "object", properties: { a: { type: "string" }, b: { enum: [true] }, c: false } },
      "object with <code>a</code> (string), <code>b</code> (<code>true</code>)"
    ]
  ])("describes %j", ([schema, text], { expect }) => {
    expect(linesOf(typeOf(schema))).toBe(text)
  })
})

describe("schemaLink", () => {
  it("leads to the details of the schema", ({ expect }) => {
    expect(schemaLink("#/components/schemas/Item").html).toBe('<a href="#schema-Item"><code>Item</code></a>')
  })
})

describe("schemaDetails", () => {
  it("has a row for each member, and tells whether it is always present", ({ expect }) => {
    expect(linesOf(schemaDetails("Item", itemSchema))).toBe(`<details id="schema-Item">
<summary><code>Item</code></summary>
<p>An <code>item</code>.</p>
<div class="table" tabindex="0" role="group" aria-label="Fields of Item">
<table>
<thead>
<tr>
<th scope="col">Field</th>
<th scope="col">Present</th>
<th scope="col">Type</th>
</tr>
</thead>
<tbody>
<tr>
<th scope="row"><code>code</code></th>
<td>always</td>
<td>string like <code>^[A-Z]+$</code></td>
</tr>
<tr>
<th scope="row"><code>more</code></th>
<td>sometimes</td>
<td><a href="#schema-More"><code>More</code></a></td>
</tr>
</tbody>
</table>
</div>
</details>`)
  })

  it("names no member present if the schema requires none", ({ expect }) => {
    const { required: _, ...optional } = itemSchema
    expect(linesOf(schemaDetails("Item", optional))).not.toContain("always")
  })

  it("describes a schema without members by its type", ({ expect }) => {
    const lines = linesOf(
      schemaDetails("Codes", { description: "All codes.", type: "array", items: { type: "string" } })
    )
    expect(lines).toBe(`<details id="schema-Codes">
<summary><code>Codes</code></summary>
<p>All codes.</p>
<p>list of string</p>
</details>`)
  })
})
