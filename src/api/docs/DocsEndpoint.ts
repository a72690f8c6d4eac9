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

/** One endpoint: what it is for, how to call it, what it takes, and every answer that it may give. */
export const endpointSection = (
  document: OpenApiDocument,
  toldOnce: ReadonlySet<string>,
  path: string,
  item: PathItem
): Html => {
  const { description, operationId, parameters, responses, security, summary } = item.get
  const servers = item.servers ?? document.servers
  return html` <section id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title"><code>GET ${path}</code></h3>
    <p><strong>${summary}.</strong> ${inline(description)}</p>
    <p>
      ${security.length === 0 ? "No key is needed." : html`<span class="key">A key is needed.</span>`} Served at
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
    <h4>Answers</h4>
    ${Object.entries(responses).map(([status, response]) => answer(document, toldOnce, operationId, status, responseOf(document, response)))}
  </section>`
}

/** The headers that every answer has, as the document refers to them. */
export const headersOfAll = (document: OpenApiDocument): ReadonlySet<string> => {
  const answers = Object.values(document.paths)
    .flatMap(({ get, options }) => [get, options])
    .flatMap(({ responses }) => Object.values(responses))
    .map((response) => new Set(Object.values(responseOf(document, response).headers).map(({ $ref }) => $ref)))
  const required = ($ref: string): boolean => found(document.components.headers, { $ref }).required
  return answers
    .reduce((common, each) => common.intersection(each))
    .difference(new Set([...(answers[0] ?? [])].filter(($ref) => !required($ref))))
}

/** The anchor of a header in the table of all headers. */
export const headerAnchor = (reference: string): string =>
  `header-${reference.slice(reference.lastIndexOf("/") + 1).toLowerCase()}`

export const responseOf = ({ components }: OpenApiDocument, response: Reference | Response): Response =>
  "$ref" in response ? found(components.responses, response) : response

/** A block of code that can be scrolled with the keyboard as well. */
export const code = (text: string, label: string, kind: "copy" | "shown" = "shown"): Html =>
  html`<pre class="${kind}" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`

const answer = (
  { components }: OpenApiDocument,
  toldOnce: ReadonlySet<string>,
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
            .filter(([, { $ref }]) => !toldOnce.has($ref))
            .map(([name, reference]) => {
              const { required }: Header = found(components.headers, reference)
              return html`<a href="#${headerAnchor(reference.$ref)}">${name}</a>${required ? "" : " (sometimes)"}`
            }),
          html`<a href="#headers">those of every answer</a>`
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
                <span class="quiet">Example: <code>${exampleOf(parameter)}</code></span>
              </td>
            </tr>`
        )}
      </tbody>
    </table>
  </div>`

const exampleOf = ({ example, explode }: Parameter): string => (explode === true ? queryOf(example) : String(example))

/** The members of an object as parameters of a query. */
const queryOf = (example: unknown): string =>
  Object.entries({ ...(typeof example === "object" ? example : {}) })
    .flatMap(([name, values]) => (Array.isArray(values) ? values : []).map((value) => `${name}=${String(value)}`))
    .join("&")

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
  "$ref" in parameter ? found(components.parameters, parameter) : parameter

const found = <Component>(components: Readonly<Record<string, Component>>, { $ref }: Reference): Component => {
  const component = components[$ref.slice($ref.lastIndexOf("/") + 1)]
  if (component === undefined) throw new Error(`There is no ${$ref}`)
  return component
}
