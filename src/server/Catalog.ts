import type { History, PublishedRelease } from "../domain/History.ts"
import { compare, majorOf, shortName, type Version } from "../domain/Version.ts"
import { vary } from "./Refusals.ts"
import { makeReply, type Reply } from "./Reply.ts"

/** Everything that is served, ready to be sent. It never changes; a newer one takes its place as a whole. */
export interface Catalog {
  /** The release that each path segment such as `v1` serves. */
  readonly releases: ReadonlyMap<string, ServedRelease>
}

export interface ServedRelease {
  readonly version: Version
  /** By the artifact's path in the folder of the release. */
  readonly artifacts: ReadonlyMap<string, ServedArtifact>
}

interface ServedArtifact {
  readonly etag: string
  readonly ok: Reply
  readonly notModified: Reply
}

/** An artifact's bytes with their digest, lower-case hexadecimal SHA-256. */
export interface ArtifactBytes {
  readonly bytes: Uint8Array
  readonly sha256: string
}

/**
 * The newest release of each major from 1 on, by the path segment that serves it (service spec, 9.2 and 9.3).
 * Withdrawn ones are passed over.
 */
export const newestReleases = ({ releases, withdrawn }: History): ReadonlyMap<string, PublishedRelease> => {
  const newest = new Map<string, PublishedRelease>()
  const ascending = [...releases.values()].sort((left, right) => compare(left.version, right.version))
  for (const release of ascending) {
    const major = majorOf(release.version)
    if (major >= 1 && !withdrawn.has(release.version)) newest.set(`v${major}`, release)
  }
  return newest
}

/** Prepares the responses for the given releases, each with the artifacts that are to be served of it. */
export const catalogOf = (
  newest: ReadonlyMap<string, PublishedRelease>,
  artifactsOf: (release: PublishedRelease) => ReadonlyMap<string, ArtifactBytes>
): Catalog => {
  const latest = [...newest.values()].map(({ version }) => version).reduce(higher)
  return {
    releases: new Map(
      [...newest].map(([apiVersion, release]) => [
        apiVersion,
        { version: release.version, artifacts: prepared(apiVersion, release.version, latest, artifactsOf(release)) }
      ])
    )
  }
}

const higher = (left: Version, right: Version): Version => (compare(left, right) < 0 ? right : left)

const prepared = (
  apiVersion: string,
  version: Version,
  latest: Version,
  artifacts: ReadonlyMap<string, ArtifactBytes>
): ReadonlyMap<string, ServedArtifact> => {
  const headers = {
    "Cache-Control": "public, max-age=3600, s-maxage=7200",
    ...vary,
    "X-API-Version": apiVersion,
    "X-Taxonomy-Version": shortName(version),
    "X-Your-Version": shortName(version),
    "X-Latest-Version": shortName(latest),
    "X-Upgrade-Available": String(compare(version, latest) < 0)
  }
  return new Map(
    [...artifacts].map(([path, { bytes, sha256 }]) => {
      const tagged = { ...headers, ETag: `"${sha256}"` }
      return [
        path,
        {
          etag: tagged.ETag,
          ok: makeReply(200, { "Content-Type": "application/json", ...tagged }, body(bytes)),
          notModified: makeReply(304, tagged)
        }
      ]
    })
  )
}

// Node sends a small text in one piece with the headers, which is faster than bytes after them.
const body = (bytes: Uint8Array): string | Uint8Array => {
  if (bytes.length > largestText) return bytes
  const text = Buffer.from(bytes).toString("utf8")
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : bytes
}

const largestText = 32_768
