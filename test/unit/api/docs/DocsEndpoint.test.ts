import { describe, it } from "vitest"
import { code, endpointSection, findCommonHeaders, headerAnchor } from "../../../../src/api/docs/DocsEndpoint.ts"
import type { Html } from "../../../../src/api/docs/Html.ts"
import type { OpenApiDocument, PathItem } from "../../../../src/api/openapi/OpenApiDocument.ts"

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
      { name: "code", in: "path", description: "A code.", required: true, schema: {}, example: "A/1" }
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

const document: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Test", version: "1.0.0", description: "" },
  servers: [{ url: "/api", description: "" }],
  security: [],
  tags: [],
  paths: { "/items/{code}": item },
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

const common = findCommonHeaders(document)

const open: PathItem = {
  servers: [
    { url: "/", description: "" },
    { url: "/api", description: "" }
  ],
  get: { ...item.get, operationId: "getHealth", security: [], parameters: [], responses: {} }
}

describe("endpointSection", () => {
  it("shows the purpose, the call, the parameters and the responses of an endpoint", ({ expect }) => {
    expect(linesOf(endpointSection(document, common, "/items/{code}", item)))
      .toBe(`<section id="getItem" aria-labelledby="getItem-title">
<h3 id="getItem-title"><code>GET /items/{code}</code></h3>
<p><strong>One item.</strong> Reads an <strong>item</strong> by its <code>code</code>.</p>
<p>
<span class="key">An API key is required.</span> Served at <code>/api/items/{code}</code>. </p>
<pre class="copy" tabindex="0" role="group" aria-label="A call of /items/{code}"><code>curl --header &quot;Authorization: Bearer $TAXONOMY_KEY&quot; &quot;$TAXONOMY_URL/items/A%2F1&quot;</code></pre>
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
</tbody>
</table>
</div>
<h4>Responses</h4>
<details id="getItem-200">
<summary><code>200</code> The item.</summary>
<p>Body: <code>application/json</code>, <a href="#schema-Item"><code>Item</code></a>.</p>
<p class="quiet">A short one:</p>
<pre class="shown" tabindex="0" role="group" aria-label="Example short of getItem 200"><code>{ &quot;code&quot;: &quot;A&lt;1&quot; }</code></pre>
<p class="quiet">As text:</p>
<pre class="shown" tabindex="0" role="group" aria-label="Example text of getItem 200"><code>code: A</code></pre>
<p> Headers: <a href="#header-etag.2">ETag</a>, <a href="#header-x-deprecation-warning">X-Deprecation-Warning</a> (sometimes), <a href="#headers">those of every response</a>. </p>
</details>
<details id="getItem-404">
<summary><code>404</code> No such item.</summary>
<p> Headers: <a href="#header-x-deprecation-warning">X-Deprecation-Warning</a> (sometimes), <a href="#headers">those of every response</a>. </p>
</details>
</section>`)
  })

  it("shows every address of an endpoint without a key", ({ expect }) => {
    expect(linesOf(endpointSection(document, common, "/health", open)))
      .toBe(`<section id="getHealth" aria-labelledby="getHealth-title">
<h3 id="getHealth-title"><code>GET /health</code></h3>
<p><strong>One item.</strong> Reads an <strong>item</strong> by its <code>code</code>.</p>
<p> No API key is required. Served at <code>/health</code> and <code>/api/health</code>. </p>
<pre class="copy" tabindex="0" role="group" aria-label="A call of /health"><code>curl &quot;$TAXONOMY_URL/health&quot;</code></pre>
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
    const dangling = { ...item, get: { ...item.get, responses: { 500: { $ref: "#/components/responses/Broken" } } } }
    expect(() => endpointSection(document, common, "/items/{code}", dangling)).toThrow(
      new Error("The reference #/components/responses/Broken has no target")
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
