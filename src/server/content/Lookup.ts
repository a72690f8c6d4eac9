import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import packageJson from "../../../package.json" with { type: "json" }
import type { EndpointRoute } from "../../api/EndpointRoutes.ts"
import type { Page, QueryValues } from "../../api/endpoints/Answers.ts"
import type { OpenApiOptions } from "../../api/openapi/OpenApi.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { noGuides, type Guides } from "../../site/Guides.ts"
import type { Shelf, Weighed } from "../bodies/BodyCache.ts"
import { makeListBody, runInSlices, selectEntries, type ListBody } from "../bodies/ListBody.ts"
import type { BodySource, Unservable } from "../bodies/ReleaseSource.ts"
import type { StoredBody } from "../bodies/StoredBody.ts"
import type { ApiVersion, ItemNotice, ServedCatalog, ServedRelease } from "../catalog/Catalog.ts"
import type { CurrentCatalog } from "../catalog/CurrentCatalog.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { makePathNotFound, requestError, vary } from "../response/ErrorReplies.ts"
import type { CachePolicy, Headers, Reply } from "../response/Reply.ts"
import {
  envelopeOf,
  storedRepresentation,
  tagged,
  type ContentEncoding,
  type Representation
} from "../response/Representation.ts"

/** What is in memory, or read from disk or made. */
export interface Source<A> {
  readonly peek: () => A | undefined
  readonly load: Effect.Effect<A, Unservable>
}

/** What a request selects. */
export interface Content extends Source<Representation> {
  /** The release that it is part of, and for changes also the release that they start from. */
  readonly served?: ServedRelease
  readonly servedFrom?: ServedRelease
  /** The deprecated items that the request names, or that the licenses which it selects use. */
  readonly deprecated?: () => ReadonlyArray<ItemNotice>
  /**
   * The 304 to an `If-None-Match` with a tag that is known without loading anything, which is not charged. Absent if no
   * tag ever is.
   */
  readonly freeNotModified?: ((ifNoneMatch: string | undefined) => Reply | undefined) | undefined
  /** The address of the release that a day selected (RFC 9110, 8.7). */
  readonly location?: string | undefined
}

/** What contents are made from. */
export interface ContentSources {
  /** The current catalog. Read once per request, so that no response mixes two. */
  readonly catalog: () => ServedCatalog
  readonly bodies: BodySource
  /** Bodies that are made from releases, and documents. */
  readonly made: Shelf<StoredBody, Unservable>
  readonly lists: Shelf<ListBody, never>
  readonly caching: CachePolicy
  readonly interface: OpenApiOptions
  readonly guides: Effect.Effect<Guides>
  readonly pathNotFound: Reply
  /** True if a reload failed, so that older data is served. */
  readonly degraded: () => boolean
  /** True if the process is shutting down. */
  readonly draining: () => boolean
}

/** What the operator says of the service (service spec, section 5). */
export type ServiceFacts = Pick<OpenApiOptions, "basePath" | "operatorEmail" | "securityEmail">

/** Makes contents from a catalog. By default, they are for one reader in this process. */
export const makeSources = (
  { bodies, cache, get }: CurrentCatalog["Service"],
  { basePath, operatorEmail, securityEmail }: ServiceFacts,
  options: Partial<Pick<ContentSources, "caching" | "guides" | "degraded" | "draining">> = {}
): ContentSources => ({
  catalog: get,
  bodies,
  made: cache.shelf(),
  lists: cache.shelf(),
  interface: { basePath, operatorEmail, securityEmail, serverVersion: packageJson.version },
  pathNotFound: makePathNotFound(basePath),
  caching: "no-store",
  guides: Effect.succeed(noGuides),
  degraded: () => false,
  draining: () => false,
  ...options
})

/** A request that a path and a query of the contract have. */
export interface ContentRequest {
  readonly endpoint: EndpointRoute
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: QueryValues
  readonly id: string
  readonly unixMillis: number
  readonly acceptEncoding: string | undefined
}

/** A request within an API version, and the release that it is about. */
export interface Lookup extends ContentRequest {
  readonly served: ServedRelease
  readonly sources: ContentSources
  readonly catalog: ServedCatalog
  readonly apiVersion: ApiVersion
  readonly encoding: ContentEncoding
}

export const textOf = (value: QueryValues[string]): string | undefined =>
  typeof value === "string" ? value : undefined

export const mapped = <A, B>({ load, peek }: Source<A>, change: (found: A) => B): Source<B> => ({
  peek: () => {
    const found = peek()
    return found === undefined ? undefined : change(found)
  },
  load: Effect.map(load, change)
})

/** What has a key on a shelf. */
export const shelved = <A extends Weighed, E extends Unservable>(
  shelf: Shelf<A, E>,
  key: string,
  make: Effect.Effect<A, E>
): Source<A> => ({ peek: () => shelf.peek(key), load: shelf.load(key, make) })

/** Puts content into the envelope of a request. */
export const enveloped = ({ id, served, unixMillis }: Lookup, content: Content): Content => {
  const { release } = content.served ?? served
  const meta = { timestamp: formatIsoTime(unixMillis), request_id: id }
  return {
    ...content,
    ...mapped(content, (inner) => envelopeOf(shortName(release.version), inner, meta)),
    freeNotModified: undefined
  }
}

/**
 * The representation of a body. It lives as long as the body, and as what else its headers say: a release of a catalog, or
 * the catalog.
 */
export const represent = (
  owner: object,
  body: StoredBody,
  encoding: ContentEncoding,
  headers: () => Headers,
  variant = ""
): Representation => {
  const known = representations(owner)(body)
  const name = `${encoding}${variant}`
  const before = known.get(name)
  if (before !== undefined) return before
  const made = storedRepresentation(body, encoding, headers())
  known.set(name, made)
  return made
}

const representations = memoizeByIdentity((_owner: object) =>
  memoizeByIdentity((_body: StoredBody) => new Map<string, Representation>())
)

/** The tag of a part of a body: of the whole, and of what selects it. */
export const tagOfPart = (whole: string, selection: string): string => `"${sha256(`${whole}\n${selection}`)}"`

/** A list and what a request selects of it. */
export interface RequestedList {
  readonly key: string
  /** What the list depends on. A cursor is of one revision: in another one, its position may be of another entry. */
  readonly revision: string
  readonly make: Effect.Effect<ListBody>
  /** The one text that stands for all filters which select the same; empty, the default, without one. */
  readonly selection?: string
  readonly matches?: (group: string) => boolean
  readonly headers: () => Headers
  /** What the headers depend on besides the body. */
  readonly owner: object
  readonly variant?: string
}

/** The content of a list, or of the page that `limit` and `cursor` select. */
export const pageOf = (lookup: Lookup, list: RequestedList): Result.Result<Source<Representation>, Reply> => {
  const { query, sources } = lookup
  const { headers, key, make, matches = () => true, owner, revision, selection = "", variant } = list
  const cursor = textOf(query["cursor"])
  const limit = typeof query["limit"] === "number" ? query["limit"] : Infinity
  const page = toPage(cursor, revision)
  if (Result.isFailure(page)) return Result.fail(page.failure)
  const { cursorOf, start: from } = page.success
  if (selection === "" && cursor === undefined && limit === Infinity) {
    const whole = shelved(sources.lists, key, make)
    return Result.succeed(mapped(whole, ({ body }) => represent(owner, body, lookup.encoding, headers, variant)))
  }
  return Result.succeed({
    peek: () => undefined,
    load: Effect.flatMap(sources.lists.load(key, make), (whole) =>
      Effect.map(
        runInSlices(() => selectEntries(whole, { from, limit, matches, cursorOf })),
        (bytes) => tagged(tagOfPart(whole.body.sha256, `${selection}\n${from}\n${limit}`), headers(), bytes)
      )
    )
  })
}

/** The page of a list of this revision that a cursor selects, or the first one. */
export const toPage = (cursor: string | undefined, revision: string): Result.Result<Page, Reply> => {
  const start = cursor === undefined ? 0 : positionOf(cursor, revision)
  return start === undefined
    ? Result.fail(cursorExpired)
    : Result.succeed({ start, cursorOf: (position) => `${revision}.${position}` })
}

const positionOf = (cursor: string, revision: string): number | undefined => {
  const position = cursor.startsWith(`${revision}.`) ? cursor.slice(revision.length + 1) : ""
  return /^\d{1,9}$/.test(position) ? Number(position) : undefined
}

const cursorExpired: Reply = requestError(
  "cursor-expired",
  "The cursor is of another list, or of an earlier state of it. Begin again without a cursor",
  vary
)

/** Makes a list of a body that is an object with one list. */
export const listOf = (body: object): Effect.Effect<ListBody> => {
  const members = Object.entries(body)
  const index = members.findIndex(([, member]) => Array.isArray(member))
  const [name, list] = members[index] ?? ["", []]
  const after: Record<string, unknown> = Object.fromEntries(members.slice(index + 1))
  return makeListBody<unknown>({
    entries: Arr.chunksOf(list, entriesPerStep),
    groupOf: () => "",
    name,
    head: () => Object.fromEntries(members.slice(0, index)),
    tail: (count) => ({ ...after, count })
  })
}

const entriesPerStep = 64
