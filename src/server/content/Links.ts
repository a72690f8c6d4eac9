import type { ProblemFacts } from "../../api/bodies/ErrorBodies.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { restrictCaching, type Headers } from "../response/Reply.ts"
import type { Lookup } from "./Lookup.ts"
import type { PathItem } from "./Parameters.ts"

/** The targets of links by their registered relation: paths with a query, such as `/api/taxonomy/v1/releases`. */
type Links = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Formats links as one `Link` header (RFC 8288). Targets are ASCII without angle brackets. */
const linkHeader = (links: Links): Headers => ({
  Link: Object.entries(links)
    .flatMap(([rel, targets = []]) => [targets].flat().map((target) => `<${target}>; rel="${rel}"`))
    .join(", ")
})

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
  const isOutdated = newest !== undefined && newest !== served && exists(newest)
  const links = linkHeader({
    "service-desc": `${basePath}/${apiVersion.name}/openapi.json`,
    "service-doc": `${basePath}/docs`,
    describedby: `${basePath}/${apiVersion.name}/schema?version=v${served.release.version}`,
    "latest-version": isOutdated ? resourcePath(lookup, apiVersion.name) : undefined,
    "successor-version": isLater && exists(successor.newest) ? resourcePath(lookup, successor.name) : undefined,
    deprecation: headers["Deprecation"] && upgrade,
    sunset: headers["Sunset"] && upgrade
  })
  return restrictCaching(sources.caching, { ...headers, ...links })
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
  linkHeader({ "version-history": `${sources.interface.basePath}/${apiVersion.name}/releases` })

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
  return linkHeader({
    collection,
    "latest-version": known_in && `${below}/${encodeURIComponent(name)}`,
    related: suggestions.map((similar) => `${below}/${encodeURIComponent(similar)}`)
  })
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
