import type { ProblemFacts } from "../../api/bodies/ErrorBodies.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { restrictCaching, type Headers } from "../response/Reply.ts"
import type { Lookup } from "./Lookup.ts"
import type { PathItem } from "./Parameters.ts"

/** A link of a response to another resource (RFC 8288). */
interface Link {
  /** A path with its query, such as `/api/taxonomy/v1/releases`. */
  readonly target: string
  /** A registered relation. */
  readonly rel: string
}

/** Formats links as one `Link` header. Targets are ASCII without angle brackets. */
const linkHeader = (links: ReadonlyArray<Link>): Headers =>
  links.length === 0 ? {} : { Link: links.map(({ rel, target }) => `<${target}>; rel="${rel}"`).join(", ") }

/** The path of a resource of the contract below an API version, such as `/api/taxonomy/v1/licenses/NIL-EDU-IMAGE`. */
const resourcePath = (
  { endpoint, params, sources }: Pick<Lookup, "endpoint" | "params" | "sources">,
  apiVersion: string
): string =>
  sources.interface.basePath +
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === "api_version" ? apiVersion : (params[name] ?? ""))
  )

/**
 * The headers of a body that an API key is needed for, with its links: the description of the interface for programs and
 * for people, the schema of its release, where the same resource is in newer releases (RFC 5829), and what to do about a
 * deprecation (RFC 9745) and an end of life (RFC 8594). `exists` is true for a release that has the resource.
 */
export const bodyHeaders = (
  lookup: Lookup,
  headers: Headers,
  exists: (other: ServedRelease) => boolean = () => true
): Headers => {
  const { apiVersion, catalog, served, sources } = lookup
  const { basePath } = sources.interface
  const { newest } = apiVersion
  // In ascending order of the majors.
  const successor = [...catalog.apiVersions.values()].findLast((other) => other.newest !== undefined)
  const isLater =
    successor?.newest !== undefined && compare(successor.newest.release.version, apiVersion.current.release.version) > 0
  const upgrade = `${basePath}/docs/upgrade`
  const links: ReadonlyArray<Link | false> = [
    { target: `${basePath}/${apiVersion.name}/openapi.json`, rel: "service-desc" },
    { target: `${basePath}/docs`, rel: "service-doc" },
    {
      target: `${basePath}/${apiVersion.name}/schema?version=v${served.release.version}`,
      rel: "describedby"
    },
    newest !== undefined &&
      newest !== served &&
      exists(newest) && { target: resourcePath(lookup, apiVersion.name), rel: "latest-version" },
    isLater && exists(successor.newest) && { target: resourcePath(lookup, successor.name), rel: "successor-version" },
    headers["Deprecation"] !== undefined && { target: upgrade, rel: "deprecation" },
    headers["Sunset"] !== undefined && { target: upgrade, rel: "sunset" }
  ]
  return restrictCaching(sources.caching, { ...headers, ...linkHeader(links.filter((link) => link !== false)) })
}

/** The address of a request with its release in place of the day that selected it. */
export const pinnedPath = (lookup: Lookup): string => {
  const { as_of: _, ...others } = lookup.query
  const query = new URLSearchParams({ version: `v${lookup.served.release.version}` })
  for (const [name, values] of Object.entries(others)) {
    for (const value of [values].flat()) if (value !== undefined) query.append(name, String(value))
  }
  return `${resourcePath(lookup, lookup.apiVersion.name)}?${query.toString()}`
}

/** The links of the error of a version that selects no release: the list of all (RFC 5829). */
export const versionLinks = ({ apiVersion, sources }: Pick<Lookup, "apiVersion" | "sources">): Headers =>
  linkHeader([{ target: `${sources.interface.basePath}/${apiVersion.name}/releases`, rel: "version-history" }])

/**
 * The links of the error of an item that a release does not have: the list that has its like (RFC 6573), the same item in
 * the newest release if that has it, and similar ones. A question and a proof name an item that has a path of its own.
 */
export const missingLinks = (
  { apiVersion, sources }: Pick<Lookup, "apiVersion" | "sources">,
  item: PathItem,
  { known_in, suggestions = [] }: ProblemFacts
): Headers => {
  const [list, name] = listOf(item)
  const collection = `${sources.interface.basePath}/${apiVersion.name}/${list}`
  const below = list.startsWith("dimensions/") ? `${collection}/values` : collection
  return linkHeader([
    { target: collection, rel: "collection" },
    ...(known_in === undefined ? [] : [{ target: `${below}/${encodeURIComponent(name)}`, rel: "latest-version" }]),
    ...suggestions.map((similar) => ({ target: `${below}/${encodeURIComponent(similar)}`, rel: "related" }))
  ])
}

/** The path of the resource that lists the like of an item, below the API version, and the name of the item there. */
const listOf = (item: PathItem): readonly [list: string, name: string] => {
  switch (item._tag) {
    case "License":
      return ["licenses", item.license]
    case "Dimension":
      return ["dimensions", item.dimension]
    case "Value":
      return [`dimensions/${encodeURIComponent(item.dimension)}`, item.value]
  }
}
