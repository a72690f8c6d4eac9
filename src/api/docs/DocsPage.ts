import { errorCodes } from "../bodies/ErrorCode.ts"
import { openApiDocument, type OpenApiOptions } from "../openapi/OpenApi.ts"
import type {
  HeaderObject,
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  Response
} from "../openapi/OpenApiDocument.ts"
import { responseHeaders } from "../parameters/ResponseHeaders.ts"
import { docsStyle } from "./DocsStyle.ts"
import { empty, html, inline, joined, type Html } from "./Html.ts"

/**
 * Renders the page at `/docs`: the OpenAPI document for people. It has no script and loads nothing. Send it with
 * `docsContentSecurityPolicy`. The same options give the same text.
 */
export const docsPage = (options: OpenApiOptions, links: DocsLinks = { guides: [] }): string => {
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
          ${links.guides.length === 0 ? empty : guidesNavigation(links)} ${contents(document)}
        </header>
        <main id="content">
          ${info.description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
          <p>Before you run the calls below, set the address of the service and your API key:</p>
          ${code(`export TAXONOMY_URL='https://licensing.example${document.servers[0]?.url ?? ""}' TAXONOMY_API_KEY='<API_KEY>'`, "Settings for the calls", "copy")}
          ${document.tags.map(
            ({ description, name }) =>
              html` <h2 id="${name}">${titleOf(name)}</h2>
                <p>${inline(description)}</p>
                ${endpointsOf(document, name).map(([path, item]) => endpointSection(document, commonHeaders, path, item))}`
          )}
          ${preflights()} ${errorsTable()} ${headersTable(document, commonHeaders)}
          <h2 id="schemas">Bodies</h2>
          <p>Bodies may get more fields. Ignore unknown ones.</p>
          ${Object.entries(document.components.schemas).map(([name, schema]) => schemaDetails(name, schema))}
        </main>
      </body>
    </html> `.html
}

/** What is served below `/docs/`. */
interface DocsLinks {
  /** The name is the last segment of the path. */
  readonly guides: ReadonlyArray<{ readonly name: string; readonly title: string }>
  /** The name of the file with the JavaScript client. */
  readonly clientPackage?: string | undefined
}

const guidesNavigation = ({ clientPackage, guides }: DocsLinks): Html =>
  html` <nav aria-label="Guides">
    <ul>
      ${guides.map(({ name, title }) => html`<li><a href="docs/${name}">${title}</a></li> `)}
      ${
        clientPackage === undefined
          ? empty
          : html`<li>
              <a href="docs/${clientPackage}">${clientPackage}</a>, the client for JavaScript. To install it:
              <code>npm install "$TAXONOMY_URL/docs/${clientPackage}"</code>
            </li>`
      }
    </ul>
  </nav>`

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
      <li><a href="#errors">Errors</a></li>
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

/** The codes of errors, at the addresses that problem details have as their type. */
const errorsTable = (): Html =>
  html` <h2 id="errors">Errors</h2>
    <p>Decide by <code>X-Error-Code</code> and the status. Texts may change.</p>
    <div class="table" tabindex="0" role="group" aria-label="Codes of errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(errorCodes).map(
            ([code, { description, status }]) =>
              html` <tr id="error-${code}">
                <th scope="row"><code>${code}</code></th>
                <td>${status}</td>
                <td>${inline(description)}</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>`

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

/** Renders an endpoint: purpose, call, parameters and responses. */
export const endpointSection = (
  document: OpenApiDocument,
  commonHeaders: ReadonlySet<string>,
  path: string,
  item: PathItem
): Html => {
  const { description, operationId, parameters, responses, security, summary } = item.get
  const servers = item.servers ?? document.servers
  return html` <section id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title"><code>GET ${path}</code></h3>
    <p><strong>${summary}.</strong> ${inline(description)}</p>
    <p>
      ${security.length === 0 ? "No API key is required." : html`<span class="key">An API key is required.</span>`}
      Served at
      ${joined(
        servers.map(({ url }) => html`<code>${url === "/" ? "" : url}${path}</code>`),
        " and "
      )}.
    </p>
    ${code(curlLine(document, path, item), `A call of ${path}`, "copy")}
    <h4>Parameters</h4>
    ${parametersTable(
      operationId,
      parameters.map((parameter) => parameterOf(document, parameter))
    )}
    <h4>Responses</h4>
    ${Object.entries(responses).map(([status, response]) => responseDetails(document, commonHeaders, operationId, status, responseOf(document, response)))}
  </section>`
}

/** Finds the references of the headers that every response has. */
export const findCommonHeaders = (document: OpenApiDocument): ReadonlySet<string> => {
  const responses = Object.values(document.paths)
    .flatMap(({ get }) => Object.values(get.responses))
    .map((response) => new Set(Object.values(responseOf(document, response).headers).map(({ $ref }) => $ref)))
  const required = ($ref: string): boolean => resolve(document.components.headers, { $ref }).required
  return responses
    .reduce((common, each) => common.intersection(each))
    .difference(new Set([...(responses[0] ?? [])].filter(($ref) => !required($ref))))
}

/** The anchor of a header in the table of all headers. */
export const headerAnchor = (reference: string): string =>
  `header-${reference.slice(reference.lastIndexOf("/") + 1).toLowerCase()}`

const responseOf = ({ components }: OpenApiDocument, response: Reference | Response): Response =>
  "$ref" in response ? resolve(components.responses, response) : response

/** Renders a block of code, which can also be scrolled with the keyboard. */
export const code = (text: string, label: string, kind: "copy" | "shown" = "shown"): Html =>
  html`<pre class="${kind}" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`

const responseDetails = (
  { components }: OpenApiDocument,
  commonHeaders: ReadonlySet<string>,
  operationId: string,
  status: string,
  { content, description, headers }: Response
): Html =>
  html` <details id="${operationId}-${status}">
    <summary><code>${status}</code> ${inline(description)}</summary>
    ${Object.entries(content ?? {}).map(([type, media]) => body(type, media, `${operationId} ${status}`))}
    <p>
      Headers:
      ${joined(
        [
          ...Object.entries(headers)
            .filter(([, { $ref }]) => !commonHeaders.has($ref))
            .map(([name, reference]) => {
              const { required }: HeaderObject = resolve(components.headers, reference)
              return html`<a href="#${headerAnchor(reference.$ref)}">${name}</a>${required ? "" : " (sometimes)"}`
            }),
          html`<a href="#headers">those of every response</a>`
        ],
        ", "
      )}.
    </p>
  </details>`

const body = (type: string, { examples, schema }: MediaType, label: string): Html =>
  html` <p>Body: <code>${type}</code>, ${typeOf(schema)}.</p>
    ${Object.entries(examples).map(
      ([name, { summary, value }]) =>
        html` <p class="quiet">${summary}:</p>
          ${code(typeof value === "string" ? value : JSON.stringify(value, null, 2), `Example ${name} of ${label}`)}`
    )}`

const parametersTable = (operationId: string, parameters: ReadonlyArray<Parameter>): Html =>
  html` <div class="table" tabindex="0" role="group" aria-label="Parameters of ${operationId}">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${parameters.map(
          (parameter) =>
            html` <tr>
              <th scope="row"><code>${parameter.name}</code></th>
              <td>${parameter.in}${parameter.required ? ", required" : ""}</td>
              <td>
                ${inline(parameter.description)}
                <span class="quiet">Example: <code>${String(parameter.example)}</code></span>
              </td>
            </tr>`
        )}
      </tbody>
    </table>
  </div>`

const curlLine = (document: OpenApiDocument, path: string, { get }: PathItem): string => {
  const parameters = get.parameters.map((parameter) => parameterOf(document, parameter))
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, { example, name }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  return `curl ${keyHeader(get)}"$TAXONOMY_URL${filled}"`
}

const keyHeader = ({ security }: Operation): string =>
  security.length === 0 ? "" : '--header "Authorization: Bearer $TAXONOMY_API_KEY" '

const parameterOf = ({ components }: OpenApiDocument, parameter: Reference | Parameter): Parameter =>
  "$ref" in parameter ? resolve(components.parameters, parameter) : parameter

const resolve = <Component>(components: Readonly<Record<string, Component>>, { $ref }: Reference): Component => {
  const component = components[$ref.slice($ref.lastIndexOf("/") + 1)]
  if (component === undefined) throw new Error(`The reference ${$ref} has no target`)
  return component
}

/** Renders a schema of the document, with a row for each member. */
export const schemaDetails = (name: string, schema: JsonSchema): Html =>
  html` <details id="schema-${name}">
    <summary><code>${name}</code></summary>
    <p>${inline(textOf(schema["description"]))}</p>
    ${membersTable(name, schema)}
  </details>`

export const schemaLink = (reference: string): Html => {
  const name = reference.slice(reference.lastIndexOf("/") + 1)
  return html`<a href="#schema-${name}"><code>${name}</code></a>`
}

/** Describes the type of a value. */
export const typeOf = (schema: JsonSchema): Html => {
  const { $ref, additionalProperties, anyOf, enum: values, items, pattern, properties, type } = schema
  if (typeof $ref === "string") return schemaLink($ref)
  if (Array.isArray(anyOf)) return joined(anyOf.map(typeOf), " or ")
  if (Array.isArray(values))
    return joined(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      " or "
    )
  if (type === "array") return isSchema(items) ? html`list of ${typeOf(items)}` : html`list`
  if (isSchema(properties)) {
    return html`object with
    ${joined(
      membersOf(properties).map(([member, form]) => html`<code>${member}</code> (${typeOf(form)})`),
      ", "
    )}`
  }
  if (type === "object")
    return isSchema(additionalProperties) ? html`object of ${typeOf(additionalProperties)}` : html`object`
  return html`${textOf(type) || "any value"}${typeof pattern === "string" ? html` like <code>${pattern}</code>` : empty}`
}

const membersTable = (name: string, { properties, required, ...schema }: JsonSchema): Html => {
  if (!isSchema(properties)) return html`<p>${typeOf(schema)}</p>`
  const requiredNames: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const rows = membersOf(properties).map(
    ([member, form]) =>
      html` <tr>
        <th scope="row"><code>${member}</code></th>
        <td>${requiredNames.includes(member) ? "always" : "sometimes"}</td>
        <td>${typeOf(form)}</td>
      </tr>`
  )
  return html`<div class="table" tabindex="0" role="group" aria-label="Fields of ${name}">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Present</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

const membersOf = (properties: JsonSchema): ReadonlyArray<readonly [string, JsonSchema]> =>
  Object.entries(properties).flatMap(([member, form]) => (isSchema(form) ? [[member, form] as const] : []))

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
