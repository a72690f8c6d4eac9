import { endpointRoutes, type EndpointRoute } from "../../api/EndpointRoutes.ts"
import type { EndpointName } from "../../api/ReadApi.ts"
import { historyResources, type HistoryResourceName } from "../representation/HistoryRepresentations.ts"
import {
  proofResources,
  resources,
  type ProofName,
  type ReleaseResource,
  type ResourceName
} from "../representation/Resources.ts"

/** What a path selects. `endpoint` is the contract: who needs an API key and what is conditional is decided there. */
export type ReadRoute = HealthRoute | CheckpointRoute | DocumentRoute | VersionedRoute

/** A route below an API version. */
export type VersionedRoute = TaxonomyRoute | HistoryRoute | ChangesRoute | ProofRoute | ReleaseDocumentRoute

interface HealthRoute {
  readonly _tag: "Health"
  readonly endpoint: EndpointRoute
}

interface CheckpointRoute {
  readonly _tag: "Checkpoint"
  readonly endpoint: EndpointRoute
}

interface DocumentRoute {
  readonly _tag: "Document"
  readonly endpoint: EndpointRoute
  readonly document: DocumentName
}

/** The documents about the interface. */
export type DocumentName = "openapi" | "docs"

/** A resource of the releases that an API version serves. */
export interface TaxonomyRoute {
  readonly _tag: "Taxonomy"
  readonly endpoint: EndpointRoute
  /** The segment after the base path, such as `v1`. It may be malformed, or an API version without releases. */
  readonly apiVersion: string
  readonly resource: ReleaseResource
}

/** A resource of the whole history, which every API version serves. */
export interface HistoryRoute {
  readonly _tag: "History"
  readonly endpoint: EndpointRoute
  /** As in `TaxonomyRoute`. */
  readonly apiVersion: string
  readonly resource: HistoryResourceName
}

/** The changes between two releases of any API version. */
export interface ChangesRoute {
  readonly _tag: "Changes"
  readonly endpoint: EndpointRoute
  /** As in `TaxonomyRoute`. */
  readonly apiVersion: string
}

/** The proof of a resource of a release. */
export interface ProofRoute {
  readonly _tag: "Proof"
  readonly endpoint: EndpointRoute
  /** As in `TaxonomyRoute`. */
  readonly apiVersion: string
  readonly resource: ReleaseResource
}

/** A document about the interface to one release. */
export interface ReleaseDocumentRoute {
  readonly _tag: "ReleaseDocument"
  readonly endpoint: EndpointRoute
  /** As in `TaxonomyRoute`. */
  readonly apiVersion: string
}

/** True if a route is below an API version, which may have no release. */
export const isVersioned = (route: ReadRoute): route is VersionedRoute => "apiVersion" in route

/**
 * Makes a router for the endpoints of the contract below a base path such as `/api/taxonomy`. Paths match exactly:
 * case-sensitive, without duplicate or trailing slashes.
 */
export const makeRouter = (basePath: string): ((path: string) => ReadRoute | undefined) => {
  const aboveBase = basePath.slice(0, basePath.lastIndexOf("/"))
  const fixedPaths = new Map<string, ReadRoute>()
  const versionedPaths = new Map<string, (apiVersion: string, code: string) => VersionedRoute>()
  for (const endpoint of endpointRoutes()) {
    const { name } = endpoint
    if (!isFixed(name)) {
      const path = endpoint.path.replace(versionParameter, "").replace(lastParameter, "")
      versionedPaths.set(path, makeVersionedRoute(name, endpoint))
      continue
    }
    const route = makeFixedRoute(name, endpoint)
    fixedPaths.set(basePath + endpoint.path, route)
    if (endpoint.aboveBase) fixedPaths.set(aboveBase + endpoint.path, route)
  }

  const versions = `${basePath}/v`
  return (path) => {
    if (!path.startsWith(versions)) return fixedPaths.get(path)
    const end = path.indexOf("/", versions.length)
    if (end === -1) return undefined
    const apiVersion = path.slice(versions.length - 1, end)
    const rest = path.slice(end)
    const route = versionedPaths.get(rest)
    // A path that ends in a parameter is stored with its last slash, which no request may end in.
    if (route !== undefined) return rest.endsWith("/") ? undefined : route(apiVersion, "")
    const last = rest.lastIndexOf("/") + 1
    const parent = versionedPaths.get(rest.slice(0, last))
    const code = parent === undefined ? undefined : decodeSegment(rest.slice(last))
    return code === undefined ? undefined : parent?.(apiVersion, code)
  }
}

const versionParameter = /^\/\{api_version\}/
const lastParameter = /\{[a-z_]+\}$/

type FixedName = "health" | "checkpoint" | DocumentName

const fixedNames: ReadonlySet<EndpointName> = new Set<FixedName>(["health", "checkpoint", "openapi", "docs"])

const isFixed = (name: EndpointName): name is FixedName => fixedNames.has(name)
const isProof = (name: EndpointName): name is ProofName => Object.hasOwn(proofResources, name)
const isHistoryResource = (name: EndpointName): name is HistoryResourceName => Object.hasOwn(historyResources, name)

const makeVersionedRoute = (name: Exclude<EndpointName, FixedName>, endpoint: EndpointRoute) => {
  if (name === "changes") return (apiVersion: string) => ({ _tag: "Changes", endpoint, apiVersion }) as const
  if (isProof(name)) return makeProofRoute(name, endpoint)
  if (isHistoryResource(name)) return makeHistoryRoute(name, endpoint)
  return name === "releaseOpenapi" ? makeReleaseDocumentRoute(endpoint) : makeTaxonomyRoute(name, endpoint)
}

const makeReleaseDocumentRoute = (endpoint: EndpointRoute) => (apiVersion: string) =>
  ({ _tag: "ReleaseDocument", endpoint, apiVersion }) as const

const makeProofRoute = (name: ProofName, endpoint: EndpointRoute) => (apiVersion: string, code: string) =>
  ({ _tag: "Proof", endpoint, apiVersion, resource: { name: proofResources[name], code } }) as const

const makeHistoryRoute = (resource: HistoryResourceName, endpoint: EndpointRoute) => (apiVersion: string) =>
  ({ _tag: "History", endpoint, apiVersion, resource }) as const

const makeTaxonomyRoute = (name: ResourceName, endpoint: EndpointRoute) => {
  if (endpoint.filters !== (resources[name].filtered !== undefined)) {
    throw new Error(`The contract and the table of resources disagree if ${name} takes a filter`)
  }
  return (apiVersion: string, code: string): TaxonomyRoute => ({
    _tag: "Taxonomy",
    endpoint,
    apiVersion,
    resource: { name, code }
  })
}

const makeFixedRoute = (name: FixedName, endpoint: EndpointRoute): ReadRoute => {
  if (name === "health") return { _tag: "Health", endpoint }
  return name === "checkpoint" ? { _tag: "Checkpoint", endpoint } : { _tag: "Document", endpoint, document: name }
}

/** Decodes percent-encoding. `undefined` for an empty segment, and for one that is not valid UTF-8. */
const decodeSegment = (text: string): string | undefined => {
  if (text === "") return undefined
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
