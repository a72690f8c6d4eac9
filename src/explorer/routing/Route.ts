/**
 * A release in an address: a full version such as `1.2.0`, the newest release of the newest major, or the draft.
 * Addresses with a full version never change their meaning, so they can be part of a contract.
 */
export type ReleaseName = string

export const latest = "latest"
export const draft = "draft"

/** The path of an address after the release, such as `["dimensions", "use_type", "editorial"]`. */
export type Segments = ReadonlyArray<string>

/** What an address shows. */
export interface Route {
  readonly release: ReleaseName
  /** The name of a view and what it shows. Empty for the first page. */
  readonly segments: Segments
  /** What filters and sorts a view, so that a link shows the same. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Parses the hash of an address, such as `#/v1.2.0/dimensions/use_type?language=fr`. Everything unknown is a segment. */
export const parseRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s, 2)
  const [first = "", ...segments] = path
    .split("/")
    .filter((segment) => segment !== "")
    .map(decode)
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const version = /^v(\d+\.\d+\.\d+)$/.exec(first)?.[1]
  if (version !== undefined) return { release: version, segments, parameters }
  if (first === draft || first === latest) return { release: first, segments, parameters }
  return { release: latest, segments: first === "" ? [] : [first, ...segments], parameters }
}

/** Where a link leads. Parameters that are `undefined` are left out. */
export interface Target extends Omit<Route, "parameters"> {
  readonly parameters: Readonly<Record<string, string | undefined>>
}

/** Formats an address. `parseRoute` is its inverse. */
export const formatRoute = ({ parameters, release, segments }: Target): string => {
  const first = release === latest || release === draft ? release : `v${release}`
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `#/${[first, ...segments].map(encodeURIComponent).join("/")}${query.size === 0 ? "" : `?${query}`}`
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
