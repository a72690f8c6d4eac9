import { endpointRoutes, type EndpointRoute } from "../../api/EndpointRoutes.ts"
import type { EndpointName } from "../../api/ReadApi.ts"
import type { StoredResource } from "./Resource.ts"

/** What a path leads to. */
export type Route = HealthRoute | DocumentRoute | TaxonomyRoute

interface HealthRoute {
  readonly _tag: "Health"
  readonly endpoint: "health"
}

/** A description of the interface, open to all. */
interface DocumentRoute {
  readonly _tag: "Document"
  readonly endpoint: DocumentName
}

/** The documents that describe the interface. */
export type DocumentName = "openapi" | "docs"

/** A resource of the releases that an API version serves. */
export interface TaxonomyRoute {
  readonly _tag: "Taxonomy"
  readonly endpoint: TaxonomyEndpoint
  /** The segment after the base path; not every one that looks like a version is served. */
  readonly apiVersion: string
  readonly resource: StoredResource
  /** The query parameters of the endpoint, and whether each dimension is one as well. */
  readonly parameters: ReadonlyArray<string>
  readonly filters: boolean
}

type TaxonomyEndpoint = Exclude<EndpointName, "health" | DocumentName>

/** What each endpoint of the contract answers with; an endpoint that is added there must be added here. */
const resources: Readonly<Record<TaxonomyEndpoint, (segment: string) => StoredResource>> = {
  licenses: () => ({ _tag: "Licenses" }),
  license: (code) => ({ _tag: "License", code }),
  dimensions: () => ({ _tag: "Dimensions" }),
  schema: () => ({ _tag: "Schema" })
}

/**
 * Finds the routes of the contract below a base path such as `/api/taxonomy`. Paths count exactly as they were sent:
 * case, slashes and all.
 */
export const routesUnder = (basePath: string): ((path: string) => Route | undefined) => {
  const above = basePath.slice(0, basePath.lastIndexOf("/"))
  const whole = new Map<string, Route>()
  const inVersion = new Map<string, (apiVersion: string, segment: string) => TaxonomyRoute>()
  for (const endpoint of endpointRoutes()) {
    if (isTaxonomy(endpoint.name)) {
      inVersion.set(endpoint.path.replace(version, "").replace(segment, ""), taxonomyRoute(endpoint.name, endpoint))
      continue
    }
    const route = openRoute(endpoint.name)
    whole.set(basePath + endpoint.path, route)
    if (endpoint.aboveBase) whole.set(above + endpoint.path, route)
  }

  const versions = `${basePath}/v`
  return (path) => {
    if (!path.startsWith(versions)) return whole.get(path)
    const end = path.indexOf("/", versions.length)
    if (end === -1) return undefined
    const apiVersion = path.slice(versions.length - 1, end)
    const rest = path.slice(end)
    const named = inVersion.get(rest)
    // Those that a segment follows end in a slash here, which no path does.
    if (named !== undefined) return rest.endsWith("/") ? undefined : named(apiVersion, "")
    const last = rest.lastIndexOf("/") + 1
    const parent = inVersion.get(rest.slice(0, last))
    const code = parent === undefined ? undefined : decoded(rest.slice(last))
    return code === undefined ? undefined : parent?.(apiVersion, code)
  }
}

const version = /^\/\{api_version\}/
const segment = /\{[a-z_]+\}$/

const isTaxonomy = (name: EndpointName): name is TaxonomyEndpoint => Object.hasOwn(resources, name)

const taxonomyRoute =
  (endpoint: TaxonomyEndpoint, { filters, parameters }: EndpointRoute) =>
  (apiVersion: string, code: string): TaxonomyRoute => ({
    _tag: "Taxonomy",
    endpoint,
    apiVersion,
    resource: resources[endpoint](code),
    parameters,
    filters
  })

const openRoute = (endpoint: Exclude<EndpointName, TaxonomyEndpoint>): Route =>
  endpoint === "health" ? { _tag: "Health", endpoint } : { _tag: "Document", endpoint }

/** A segment without its percent-encoding; nothing where it is empty, or no encoding of any text. */
const decoded = (text: string): string | undefined => {
  if (text === "") return undefined
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
