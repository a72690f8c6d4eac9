import type {
  Header,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  Response
} from "../openapi/OpenApiDocument.ts"
import { typeOf } from "./DocsSchemas.ts"
import { html, inline, joined, type Html } from "./Html.ts"

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

export const responseOf = ({ components }: OpenApiDocument, response: Reference | Response): Response =>
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
              const { required }: Header = resolve(components.headers, reference)
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
  security.length === 0 ? "" : '--header "Authorization: Bearer $TAXONOMY_KEY" '

const parameterOf = ({ components }: OpenApiDocument, parameter: Reference | Parameter): Parameter =>
  "$ref" in parameter ? resolve(components.parameters, parameter) : parameter

const resolve = <Component>(components: Readonly<Record<string, Component>>, { $ref }: Reference): Component => {
  const component = components[$ref.slice($ref.lastIndexOf("/") + 1)]
  if (component === undefined) throw new Error(`The reference ${$ref} has no target`)
  return component
}
