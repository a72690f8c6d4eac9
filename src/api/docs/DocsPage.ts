import { openApiDocument, type OpenApiOptions } from "../openapi/OpenApi.ts"
import type { OpenApiDocument } from "../openapi/OpenApiDocument.ts"
import { responseHeaders } from "../parameters/ResponseHeaders.ts"
import { code, endpointSection, headerAnchor, findCommonHeaders } from "./DocsEndpoint.ts"
import { schemaDetails, typeOf } from "./DocsSchemas.ts"
import { docsStyle } from "./DocsStyle.ts"
import { html, inline, joined, type Html } from "./Html.ts"

/**
 * Renders the page at `/docs`: the OpenAPI document for people. It has no script and loads nothing. Send it with
 * `docsContentSecurityPolicy`. The same options give the same text.
 */
export const docsPage = (options: OpenApiOptions): string => {
  const document = openApiDocument(options)
  const { info } = document
  const commonHeaders = findCommonHeaders(document)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>${info.title}</h1>
          <p class="quiet">Version ${info.version}. For programs: <a href="openapi.json">openapi.json</a>.</p>
          ${contents(document)}
        </header>
        <main id="content">
          ${info.description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
          <p>Before you run the calls below, set the address of the service and your API key:</p>
          ${code(`export TAXONOMY_URL='https://licensing.example${document.servers[0]?.url ?? ""}' TAXONOMY_KEY='<API_KEY>'`, "Settings for the calls", "copy")}
          ${document.tags.map(
            ({ description, name }) =>
              html` <h2 id="${name}">${titleOf(name)}</h2>
                <p>${inline(description)}</p>
                ${endpointsOf(document, name).map(([path, item]) => endpointSection(document, commonHeaders, path, item))}`
          )}
          ${preflights()} ${headersTable(document, commonHeaders)}
          <h2 id="schemas">Bodies</h2>
          <p>Bodies may get more fields. Ignore unknown ones.</p>
          ${Object.entries(document.components.schemas).map(([name, schema]) => schemaDetails(name, schema))}
        </main>
      </body>
    </html> `.html
}

// Unchanged, since the policy contains its digest.
const style: Html = { html: `<style>${docsStyle}</style>` }

const titleOf = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`

const endpointsOf = ({ paths }: OpenApiDocument, tag: string) =>
  Object.entries(paths).filter(([, { get }]) => get.tags.includes(tag))

const contents = (document: OpenApiDocument): Html =>
  html` <nav aria-label="Contents">
    <ul>
      ${document.tags.map(
        ({ name }) =>
          html` <li>
            <a href="#${name}">${titleOf(name)}</a>
            <ul>
              ${endpointsOf(document, name).map(
                ([path, { get }]) =>
                  html`<li>
                    <a href="#${get.operationId}"><code>GET ${path}</code></a> ${get.summary}
                  </li> `
              )}
            </ul>
          </li>`
      )}
      <li><a href="#preflights">Cross-origin requests</a></li>
      <li><a href="#headers">Headers</a></li>
      <li><a href="#schemas">Bodies</a></li>
    </ul>
  </nav>`

const preflights = (): Html => {
  const headers = responseHeaders.filter(({ presence }) => presence(preflightResponse) === "always")
  return html` <h2 id="preflights">Cross-origin requests</h2>
    <p>
      OPTIONS on every path requires no API key and returns 204 with
      ${joined(
        headers.map(({ name }) => html`<code>${name}</code>`),
        ", "
      )}.
      Browsers send it by themselves. Every visitor can read a key in a browser, so keep keys on servers.
    </p>`
}

const preflightResponse = { keyed: false, conditional: false, status: 204 }

const headersTable = ({ components }: OpenApiDocument, common: ReadonlySet<string>): Html =>
  html` <h2 id="headers">Headers</h2>
    <p>
      Every response has
      ${joined(
        [...common].map(($ref) => html`<a href="#${headerAnchor($ref)}">${$ref.slice($ref.lastIndexOf("/") + 1)}</a>`),
        ", "
      )}.
    </p>
    <div class="table" tabindex="0" role="group" aria-label="Headers of responses">
      <table>
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Meaning</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(components.headers).map(
            ([key, { description, example, required, schema }]) =>
              html` <tr id="${headerAnchor(key)}">
                <th scope="row"><code>${key.replace(/\.\d+$/, "")}</code></th>
                <td>${inline(description)}${required ? "" : " Not on every such response."}</td>
                <td>
                  ${typeOf(schema)}. <span class="quiet">Example: <code>${String(example)}</code></span>
                </td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>`
