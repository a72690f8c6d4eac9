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
import { webhookTag } from "../openapi/Webhooks.ts"
import { exposedHeaders, responseHeaders } from "../parameters/ResponseHeaders.ts"
import { docsFrame, type LinkGroup } from "./DocsFrame.ts"
import { docsScript } from "./DocsScript.ts"
import { empty, html, inline, joined, type Html } from "./Html.ts"

/**
 * Renders the page at `/docs`: the OpenAPI document for people, with forms that send its calls. It loads nothing. Send it
 * with `docsContentSecurityPolicy`. The same options give the same text.
 */
export const docsPage = (options: OpenApiOptions, links: DocsLinks = { guides: [] }): string => {
  const document = openApiDocument(options)
  const { info } = document
  const commonHeaders = findCommonHeaders(document)
  return docsFrame({
    title: info.title,
    navigation: navigationOf(document, links),
    content: html`<h1>${info.title}</h1>
      <p class="quiet">Version ${info.version}. For programs: <a href="openapi.json">openapi.json</a>.</p>
      ${info.description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
      ${links.clientPackage === undefined ? empty : clientInstallation(links.clientPackage)}
      ${keySection(document, options)}
      ${document.tags.map(
        ({ description, name }) =>
          html` <h2 id="${name}">${titleOf(name)}</h2>
            <p>${inline(description)}</p>
            ${endpointsOf(document, name).map(([path, item]) => endpointSection(document, commonHeaders, path, item))}
            ${name === webhookTag.name ? webhooksTable(document) : empty}`
      )}
      ${preflights()} ${sharedResponses(document, commonHeaders)} ${errorsTable()}
      ${headersTable(document, commonHeaders)}
      <h2 id="schemas">Bodies</h2>
      <p>Bodies may get more fields. Ignore unknown ones.</p>
      ${Object.entries(document.components.schemas).map(([name, schema]) => schemaDetails(name, schema))}`,
    end: script
  })
}

// Its text is unchanged, since the policy contains the digest.
const script: Html = { html: `<script data-headers="${exposedHeaders.join(" ")}">${docsScript}</script>` }

/** What is served below `/docs/`. */
export interface DocsLinks {
  /** The name is the last segment of the path. */
  readonly guides: ReadonlyArray<{ readonly name: string; readonly title: string }>
  /** The name of the file with the JavaScript client. */
  readonly clientPackage?: string | undefined
}

const navigationOf = (document: OpenApiDocument, { clientPackage, guides }: DocsLinks): ReadonlyArray<LinkGroup> => [
  {
    title: "Start",
    links: [
      { href: "#content", text: "Introduction" },
      { href: "#key", text: keyTitle }
    ]
  },
  ...document.tags.map(({ name }) => ({
    title: titleOf(name),
    links: endpointsOf(document, name).map(([, { get }]) => ({ href: `#${get.operationId}`, text: get.summary }))
  })),
  {
    title: "Reference",
    links: [
      { href: "#preflights", text: "Cross-origin requests" },
      { href: "#responses", text: "Shared responses" },
      { href: "#errors", text: "Errors" },
      { href: "#headers", text: "Headers" },
      { href: "#schemas", text: "Bodies" }
    ]
  },
  {
    title: "Guides",
    links: [
      ...guides.map(({ name, title }) => ({ href: `docs/${name}`, text: title })),
      ...(clientPackage === undefined ? [] : [{ href: `docs/${clientPackage}`, text: clientPackage }])
    ]
  }
]

const clientInstallation = (clientPackage: string): Html =>
  html` <p>
    <strong>JavaScript.</strong> <a href="docs/${clientPackage}">${clientPackage}</a> is the client. To install it:
    <code>npm install "$TAXONOMY_URL/docs/${clientPackage}"</code>
  </p>`

const keyTitle = "Get an API key"

const keySection = ({ servers }: OpenApiDocument, { operatorEmail }: OpenApiOptions): Html =>
  html` <h2 id="key">${keyTitle}</h2>
    ${
      operatorEmail === undefined
        ? html`<p>
            The operator of this service issues the keys, and has named no address for requests. Ask whoever gave you
            the address of this page.
          </p>`
        : html`<p>Write to <a href="mailto:${operatorEmail}">${operatorEmail}</a>, the operator of this service.</p>`
    }
    <p>Before you run the commands below, set the address of the service and your API key:</p>
    ${code(`export TAXONOMY_URL='https://licensing.example${servers[0]?.url ?? ""}' TAXONOMY_API_KEY='<API_KEY>'`, "Settings for the calls", "copy")}
    <div class="try" hidden>
      <p>
        <label
          >API key for the calls from this page
          <input id="key-field" type="password" autocomplete="off" spellcheck="false"
        /></label>
        <span class="quiet">The page keeps it until you leave or reload it, and sends it to this service alone.</span>
      </p>
    </div>`

const webhooksTable = ({ webhooks }: OpenApiDocument): Html =>
  table(
    "Types of messages",
    ["Type", "Meaning", "Body"],
    Object.entries(webhooks).map(
      ([type, { post }]) =>
        html` <tr>
          <th scope="row"><code>${type}</code></th>
          <td>${post.summary}. ${inline(post.description)}</td>
          <td>${Object.values(post.requestBody.content).map(({ schema }) => typeOf(schema))}</td>
        </tr>`
    )
  )

const titleOf = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`

const endpointsOf = ({ paths }: OpenApiDocument, tag: string) =>
  Object.entries(paths).filter(([, { get }]) => get.tags.includes(tag))

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
    ${table(
      "Codes of errors",
      ["Code", "Status", "Meaning"],
      Object.entries(errorCodes).map(
        ([code, { description, status }]) =>
          html` <tr id="error-${code}">
            <th scope="row"><code>${code}</code></th>
            <td>${status}</td>
            <td>${inline(description)}</td>
          </tr>`
      )
    )}`

/** A table that can also be scrolled with the keyboard. */
const table = (label: string, columns: ReadonlyArray<string>, rows: ReadonlyArray<Html>): Html =>
  html`<div class="table" tabindex="0" role="group" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html` <th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
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
    ${table(
      "Headers of responses",
      ["Header", "Meaning", "Value"],
      Object.entries(components.headers).map(
        ([key, { description, example, required, schema }]) =>
          html` <tr id="${headerAnchor(key)}">
            <th scope="row"><code>${key.replace(/\.\d+$/, "")}</code></th>
            <td>${inline(description)}${required ? "" : " Not on every such response."}</td>
            <td>
              ${typeOf(schema)}. <span class="quiet">Example: <code>${String(example)}</code></span>
            </td>
          </tr>`
      )
    )}`

/** Renders an endpoint: purpose, call, parameters and responses. */
export const endpointSection = (
  document: OpenApiDocument,
  commonHeaders: ReadonlySet<string>,
  path: string,
  item: PathItem
): Html => {
  const { description, operationId, responses, security, summary } = item.get
  const parameters = item.get.parameters.map((parameter) => resolve(document.components.parameters, parameter))
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
    ${code(curlLine(path, item.get, parameters), `A call of ${path}`, "copy")} ${tryForm(path, item.get, parameters)}
    <h4>Parameters</h4>
    ${parametersTable(operationId, parameters)}
    <h4>Responses</h4>
    ${Object.entries(responses).flatMap(([status, response]) => ("$ref" in response ? [] : responseDetails(document, commonHeaders, `${operationId}-${status}`, status, response)))}
    ${sharedResponseLinks(Object.entries(responses))}
  </section>`
}

/** A form for a call from the page. It is hidden without its script. */
const tryForm = (path: string, { operationId, security }: Operation, parameters: ReadonlyArray<Parameter>): Html =>
  html` <details class="try" hidden>
    <summary>Try it</summary>
    <form data-path="${path}" ${security.length === 0 ? empty : keyed}>
      ${
        security.length === 0
          ? empty
          : html`<p class="quiet">It is sent with <a href="#key-field">the API key that you give this page</a>.</p>`
      }
      ${parameters
        .filter(({ name }) => name !== forbiddenHeader)
        .map((parameter) => parameterField(operationId, parameter))}
      <button>Send</button>
    </form>
    <p role="status"></p>
    ${hiddenCode(`Headers of the response of ${operationId}`)} ${hiddenCode(`Body of the response of ${operationId}`)}
  </details>`

const keyed: Html = { html: "data-keyed" }

/** Browsers set it, and let no script do so (Fetch, 2.2.2). */
const forbiddenHeader = "Accept-Encoding"

const parameterField = (operationId: string, { example, in: place, name, required, schema }: Parameter): Html => {
  const id = `${operationId}-${place}-${name}`
  const isList = schema["type"] === "array"
  const hint = `${required ? ", required" : ""}${isList ? ", several with spaces between" : ""}`
  return html` <p>
    <label for="${id}"><code>${name}</code>${hint}</label>
    <input
      id="${id}"
      name="${name}"
      data-place="${place}"
      ${isList ? many : empty}
      ${required ? html`required value="${String(example)}"` : html`placeholder="${String(example)}"`}
      autocomplete="off"
      spellcheck="false"
    />
  </p>`
}

const many: Html = { html: "data-many" }

const hiddenCode = (label: string): Html => html`<pre tabindex="0" role="group" aria-label="${label}" hidden></pre>`

/** Finds the references of the headers that every response has. */
export const findCommonHeaders = (document: OpenApiDocument): ReadonlySet<string> => {
  const responses = Object.values(document.paths)
    .flatMap(({ get }) => Object.values(get.responses))
    .map(
      (response) =>
        new Set(Object.values(resolve(document.components.responses, response).headers).map(({ $ref }) => $ref))
    )
  const required = ($ref: string): boolean => resolve(document.components.headers, { $ref }).required
  return responses
    .reduce((common, each) => common.intersection(each))
    .difference(new Set([...(responses[0] ?? [])].filter(($ref) => !required($ref))))
}

/** The anchor of a header in the table of all headers. */
export const headerAnchor = (reference: string): string =>
  `header-${reference.slice(reference.lastIndexOf("/") + 1).toLowerCase()}`

/** Renders a block of code, which can also be scrolled with the keyboard. */
export const code = (text: string, label: string, kind: "copy" | "shown" = "shown"): Html =>
  html`<pre class="${kind}" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`

const sharedResponseLinks = (responses: ReadonlyArray<readonly [string, Reference | Response]>): Html => {
  const links = responses.flatMap(([status, response]) =>
    "$ref" in response ? html`<a href="#${responseAnchor(response.$ref)}"><code>${status}</code></a>` : []
  )
  return links.length === 0 ? empty : html`<p>As of other endpoints: ${joined(links, ", ")}.</p>`
}

const responseAnchor = (reference: string): string => `response-${reference.slice(reference.lastIndexOf("/") + 1)}`

/** The responses that endpoints share, by status. */
const sharedResponses = (document: OpenApiDocument, commonHeaders: ReadonlySet<string>): Html => {
  const statuses = new Map(
    Object.values(document.paths).flatMap(({ get }) =>
      Object.entries(get.responses).flatMap(([status, response]) =>
        "$ref" in response ? [[response.$ref, status] as const] : []
      )
    )
  )
  return html` <h2 id="responses">Shared responses</h2>
    <p>Several endpoints send them.</p>
    ${[...statuses]
      .sort(([, left], [, right]) => Number(left) - Number(right))
      .map(([$ref, status]) =>
        responseDetails(
          document,
          commonHeaders,
          responseAnchor($ref),
          status,
          resolve(document.components.responses, { $ref })
        )
      )}`
}

const responseDetails = (
  { components }: OpenApiDocument,
  commonHeaders: ReadonlySet<string>,
  id: string,
  status: string,
  { content, description, headers }: Response
): Html =>
  html` <details id="${id}">
    <summary><code>${status}</code> ${inline(description)}</summary>
    ${Object.entries(content ?? {}).map(([type, media]) => body(type, media, id))}
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
  table(
    `Parameters of ${operationId}`,
    ["Name", "In", "Meaning"],
    parameters.map(
      (parameter) =>
        html` <tr>
          <th scope="row"><code>${parameter.name}</code></th>
          <td>${parameter.in}${parameter.required ? ", required" : ""}</td>
          <td>
            ${inline(parameter.description)}
            <span class="quiet">Example: <code>${String(parameter.example)}</code></span>
          </td>
        </tr>`
    )
  )

/** A command with an example of each required parameter. */
const curlLine = (path: string, operation: Operation, parameters: ReadonlyArray<Parameter>): string => {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, { example, name }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required)
  const query = new URLSearchParams(
    required.map(({ example, name }): [string, string] => [name, String(example)])
  ).toString()
  return `curl ${keyHeader(operation)}"$TAXONOMY_URL${filled}${query === "" ? "" : `?${query}`}"`
}

const keyHeader = ({ security }: Operation): string =>
  security.length === 0 ? "" : '--header "Authorization: Bearer $TAXONOMY_API_KEY" '

/** The component that a reference names, or the component itself. */
const resolve = <Component extends object>(
  components: Readonly<Record<string, Component>>,
  item: Reference | Component
): Component => {
  if (!("$ref" in item)) return item
  const component = components[item.$ref.slice(item.$ref.lastIndexOf("/") + 1)]
  if (component === undefined) throw new Error(`The reference ${item.$ref} has no target`)
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
  return table(`Fields of ${name}`, ["Field", "Present", "Type"], rows)
}

const membersOf = (properties: JsonSchema): ReadonlyArray<readonly [string, JsonSchema]> =>
  Object.entries(properties).flatMap(([member, form]) => (isSchema(form) ? [[member, form] as const] : []))

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
