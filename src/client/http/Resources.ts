import { isCode, isDimensionName } from "../../domain/taxonomy/Names.ts"
import type { BodyType, Endpoint } from "../model/BodyType.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"

/** A resource of the service, and how its body is read. */
export interface ClientResource {
  readonly url: string
  readonly type: BodyType
  /** False for the health and the checkpoint, which need no API key. */
  readonly isKeyed: boolean
  /** True for a text, of which the client keeps no copies. */
  readonly isText: boolean
  /** The parameters of the query that the caller chose. */
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
}

/** The number of arguments before the options of a call. */
export const optionsIndexOf = ({ path, query }: Endpoint): number =>
  path.replace("{api_version}", "").split("{").length - (query.length > 0 ? 0 : 1)

/** Finds the resource of an endpoint by the arguments of its method. Throws `InvalidArgument`. */
export const toResource = (
  { apiVersion, baseUrl, version }: Pick<ClientSettings, "apiVersion" | "baseUrl" | "version">,
  { isKeyed, isOfRelease, isText, path, query, type }: Endpoint,
  methodArguments: ReadonlyArray<unknown>
): ClientResource => {
  const rest = [...methodArguments]
  const segments = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === "api_version" ? apiVersion : encodeURIComponent(parseCode(name, rest.shift()))
  )
  const parameters = query.length === 0 ? [] : parseQuery(query, rest.shift())
  const search = new URLSearchParams(
    [...parameters, ...(isOfRelease ? [["version", version] as const] : [])].map(([name, value]): [string, string] => [
      name,
      value
    ])
  ).toString()
  return { url: `${baseUrl}${segments}${search === "" ? "" : `?${search}`}`, type, isKeyed, isText, parameters }
}

const parseCode = (name: string, code: unknown): string => {
  if (isCode(code)) return code
  throw new InvalidArgument(name.replace(/^.*_/, ""), "must be a code or a name, such as NIL-EDU-IMAGE.")
}

/** Reads the filter of a method, or the query. A member that is `undefined` is as if absent. */
const parseQuery = (query: Endpoint["query"], values: unknown): ClientResource["parameters"] => {
  const isFilter = query === "any"
  const invalid = (problem: string) => new InvalidArgument(isFilter ? "filter" : "query", problem)
  const required = isFilter ? [] : query.filter((name) => !name.endsWith("?"))
  const given = values === undefined && required.length === 0 ? {} : values
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalid("must be an object of texts, or lists of texts, by the parameter's name.")
  }
  const parameters = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const isKnown = isFilter ? isDimensionName(name) : query.includes(name) || query.includes(`${name}?`)
    if (!isKnown) throw invalid(`"${name}" is not a valid ${isFilter ? "dimension name" : "parameter"}.`)
    if (value === undefined) return []
    const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    if (isFilter && !(list.length > 0 && list.every(isCode))) {
      throw invalid(`${name} takes a code or a list of codes, with at least one.`)
    }
    if (!list.every(isParameter)) throw invalid(`${name} takes a text or a list of texts.`)
    return list.map((one) => [name, String(one)] as const)
  })
  const missing = required.find((name) => !parameters.some(([given]) => given === name))
  if (missing !== undefined) throw invalid(`${missing} is missing.`)
  return parameters
}

/** The service knows which texts are valid. */
const isParameter = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean"
