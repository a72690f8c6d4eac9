import type { Catalog, ServedRelease } from "./Catalog.ts"

/** What a path leads to. */
export type Route = HealthRoute | TaxonomyRoute

interface HealthRoute {
  readonly _tag: "Health"
}

/** One artifact of the release that the path's API version serves. */
export interface TaxonomyRoute {
  readonly _tag: "Taxonomy"
  readonly release: ServedRelease
  /** The artifact's path in the folder of the release: a key to look up, never a file to open. */
  readonly artifact: string
  /** The message where the release has no such artifact. */
  readonly absent: string
}

/** The endpoints below `/vN` (service spec, section 4). A name in braces stands for one segment. */
const endpoints: ReadonlyArray<Endpoint> = [
  { path: "/licenses", artifact: () => "licenses.json" },
  {
    path: "/licenses/{license_code}",
    artifact: (code) => `licenses/${code}.json`,
    absent: (code) => `Base license '${code}' not found`
  },
  { path: "/dimensions", artifact: () => "dimensions.json" },
  { path: "/schema", artifact: () => "schema.json" }
]

interface Endpoint {
  readonly path: string
  readonly artifact: (segment: string) => string
  readonly absent?: (segment: string) => string
}

/** Whether an artifact is the body of an endpoint. */
export const isServed = (artifact: string): boolean =>
  endpoints.some(({ artifact: named }) => {
    const [before = "", after = ""] = named("*").split("*")
    return after === "" ? artifact === before : artifact.startsWith(before) && artifact.endsWith(after)
  })

/**
 * Finds routes below a base path such as `/api/taxonomy`. Health is served there and one level above (service spec,
 * 4.1). Paths count exactly as they were sent: case, slashes and all.
 */
export const routesUnder = (basePath: string): ((catalog: Catalog, path: string) => Route | undefined) => {
  const healthPaths = new Set([`${basePath}/health`, `${basePath.slice(0, basePath.lastIndexOf("/"))}/health`])
  const versions = `${basePath}/`
  return (catalog, path) => {
    if (healthPaths.has(path)) return health
    if (!path.startsWith(versions)) return undefined
    const end = path.indexOf("/", versions.length)
    if (end === -1) return undefined
    const release = catalog.releases.get(path.slice(versions.length, end))
    return release === undefined ? undefined : routeIn(release, path.slice(end))
  }
}

const routeIn = (release: ServedRelease, path: string): TaxonomyRoute | undefined => {
  const whole = fixed.get(path)
  if (whole !== undefined) return taxonomyRoute(release, whole, "")
  const last = path.lastIndexOf("/") + 1
  const endpoint = bySegment.get(path.slice(0, last))
  const segment = endpoint === undefined ? undefined : decoded(path.slice(last))
  return endpoint === undefined || segment === undefined ? undefined : taxonomyRoute(release, endpoint, segment)
}

const taxonomyRoute = (release: ServedRelease, endpoint: Endpoint, segment: string): TaxonomyRoute => ({
  _tag: "Taxonomy",
  release,
  artifact: endpoint.artifact(segment),
  absent: endpoint.absent?.(segment) ?? ""
})

/** A segment without its percent-encoding; nothing where it is empty, or no encoding of any text. */
const decoded = (segment: string): string | undefined => {
  if (segment === "") return undefined
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const health: HealthRoute = { _tag: "Health" }

const placeholder = /\{[a-z_]+\}$/

const fixed = new Map(
  endpoints.filter(({ path }) => !placeholder.test(path)).map((endpoint) => [endpoint.path, endpoint])
)

const bySegment = new Map(
  endpoints
    .filter(({ path }) => placeholder.test(path))
    .map((endpoint) => [endpoint.path.replace(placeholder, ""), endpoint])
)
