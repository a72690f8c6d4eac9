import * as Effect from "effect/Effect"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Result from "effect/Result"
import type { Answers, Mentions, QueryValues } from "../../api/endpoints/Answers.ts"
import { releasesFeed } from "../../api/projections/FeedProjection.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import { dimensionRef, isSameItem, toItemId, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { configReferences, isConfig } from "../../domain/taxonomy/Settings.ts"
import { lazy } from "../../platform/Lazy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { makeProver } from "../../release/log/ProveArtifact.ts"
import { encodeInSlices, runInSlices } from "../bodies/ListBody.ts"
import type { ReleaseBodies } from "../bodies/ReleaseSource.ts"
import { storeText, type StoredBody } from "../bodies/StoredBody.ts"
import { releaseHeaders, type Deprecations, type ItemNotice, type ServedRelease } from "../catalog/Catalog.ts"
import { requestError, vary } from "../response/ErrorReplies.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import {
  entityTag,
  ifNoneMatchMatches,
  isWildcard,
  negotiateEncoding,
  notModifiedReply,
  tagged,
  untagged,
  type ContentEncoding,
  type Representation
} from "../response/Representation.ts"
import { findChanges } from "./Changes.ts"
import { filteredLicenses, selectLicenses } from "./LicenseFilter.ts"
import { bodyHeaders, pinnedPath, versionLinks } from "./Links.ts"
import {
  enveloped,
  listOf,
  mapped,
  pageOf,
  represent,
  shelved,
  textOf,
  toPage,
  type Content,
  type ContentRequest,
  type ContentSources,
  type Lookup,
  type Source
} from "./Lookup.ts"
import {
  findFilterProblem,
  findMissing,
  hasItem,
  itemOf,
  parameterProblem,
  problemReply,
  releaseError,
  selectNamed
} from "./Parameters.ts"
import { findServiceContent } from "./ServiceContent.ts"
import { selectAsOf, selectVersion } from "./VersionSelection.ts"

/** Finds what a request selects, or the error in its path or query. Nothing is loaded or made. */
export const findContent = (sources: ContentSources, request: ContentRequest): Result.Result<Content, Reply> => {
  const { acceptEncoding, params, query } = request
  const { answers } = request.endpoint
  const catalog = sources.catalog()
  if (answers.of === "service") return findServiceContent(sources, catalog, request)
  const apiVersion = catalog.apiVersions.get(params["api_version"] ?? "")
  if (apiVersion === undefined) {
    const message = `No release of API version ${params["api_version"]} is published`
    // Every other one lists all releases.
    const other = [...catalog.apiVersions.values()].at(-1)
    const headers = { ...vary, ...(other && versionLinks({ apiVersion: other, sources })) }
    return Result.fail(requestError("version-not-found", message, headers))
  }
  // A document for clients that ask for the envelope is in none.
  const isEnveloped = query["envelope"] === "true" && !(answers.of === "release" && answers.envelope === "described")
  // What is made for one request is not compressed: that would cost more than it saves.
  const encoding = isEnveloped ? "identity" : negotiateEncoding(acceptEncoding)
  const selection = { ...request, sources, catalog, apiVersion, encoding }
  return Result.flatMap(selectServed(selection, answers), (served): Result.Result<Content, Reply> => {
    const lookup = { ...selection, served }
    const missing = findMissing(lookup, itemOf(params))
    if (missing !== undefined) return Result.fail(missing)
    return Result.map(findBy(lookup, answers), (found) => {
      const location = query["as_of"] === undefined ? undefined : pinnedPath(lookup)
      const content = { served, deprecated: () => namedBy(lookup), location, ...found }
      return isEnveloped ? enveloped(lookup, content) : content
    })
  })
}

/** The error of a request whose path or query, given as it was sent, does not have the form of the contract. */
export const findProblem = (sources: ContentSources, request: ContentRequest, error: HttpApiSchemaError): Reply =>
  parameterProblem(error, request, sources.pathNotFound, () => {
    // No path ends in a slash.
    if (Object.values(request.params).includes("")) return undefined
    const found = findContent(sources, request)
    return Result.isFailure(found) ? found.failure : undefined
  })

type ReleaseAnswers = Exclude<Answers, { readonly of: "service" }>

/** The release that `version` or `as_of` selects, or the current one for what is about all releases. */
const selectServed = (
  selection: Omit<Lookup, "served">,
  { of }: ReleaseAnswers
): Result.Result<ServedRelease, Reply> => {
  const { apiVersion, catalog, query, unixMillis } = selection
  if (of === "history" || of === "changes" || of === "feed") return Result.succeed(apiVersion.current)
  const [day, version] = [textOf(query["as_of"]), textOf(query["version"])]
  if (day !== undefined && version !== undefined) return Result.fail(twoSelections)
  const selected =
    day === undefined ? selectVersion(catalog, apiVersion, version) : selectAsOf(catalog, apiVersion, day, unixMillis)
  const parameter = day === undefined ? "version" : "as_of"
  return Result.mapError(selected, (problem) => problemReply(problem, parameter, undefined, versionLinks(selection)))
}

/** What answers a request. Unless it says otherwise, it is of the release that the request selects, and names its items. */
type Found = Result.Result<Source<Representation> & Partial<Content>, Reply>

const findBy = (lookup: Lookup, answers: ReleaseAnswers): Found => {
  switch (answers.of) {
    case "artifact":
      return findArtifact(lookup, answers)
    case "proof":
      return findProof(lookup, answers)
    case "release":
      return findReleaseBody(lookup, answers)
    case "question":
      return findAnswer(lookup, answers)
    case "history":
      return findHistory(lookup, answers)
    case "changes":
      return findChanges(lookup)
    case "feed":
      return findFeed(lookup)
  }
}

const twoSelections = requestError(
  "parameter-malformed",
  "The query parameters 'as_of' and 'version' both select a release. Send one of them",
  vary,
  { parameter: "as_of" }
)

type Answer<Of extends Answers["of"]> = Extract<Answers, { readonly of: Of }>

const findArtifact = (lookup: Lookup, answers: Answer<"artifact">): Found => {
  const { encoding, endpoint, params, served, sources } = lookup
  const { bodies } = sources
  const { release } = served
  const filter = endpoint.filters ? findFilterProblem(lookup) : Result.succeed([])
  if (Result.isFailure(filter)) return Result.fail(filter.failure)
  const path = fill(answers.path, params)
  const headers = () => resourceHeaders(lookup, answers.mentions)
  const held = { peek: () => bodies.peek(release), load: Effect.suspend(() => bodies.load(release)) }
  if (filter.success.length > 0) {
    const selected = lazy(() => selectLicenses(served, filter.success))
    const complete = (own: Headers) => bodyHeaders(lookup, own, () => false)
    return Result.succeed({
      deprecated: () => selected().deprecated,
      ...mapped(held, (all) => filteredLicenses(served, selected(), all, complete))
    })
  }
  const representIn = (encoding: ContentEncoding) => (all: ReleaseBodies) => {
    const body = all.bodies.get(path)
    if (body !== undefined) return represent(served, body, encoding, headers)
    // The format of the release does not have it.
    const message = `Release v${release.version} was published without ${path}`
    return untagged(releaseError(lookup, "resource-not-found", message))
  }
  // The manifest of the release tells the tags. The body need not be in memory, and a client that has it uncompressed need
  // not get it again because it also accepts a compressed one. It is not charged, unlike the 304 to `*`, which names no copy.
  const freeNotModified = (ifNoneMatch: string | undefined) => {
    if (ifNoneMatch === undefined || isWildcard(ifNoneMatch)) return undefined
    const digest = bodies.digestOf(release, path)
    if (digest === undefined) return undefined
    for (const accepted of new Set([encoding, "identity"] as const)) {
      const etag = entityTag(digest, accepted)
      if (!ifNoneMatchMatches(ifNoneMatch, etag)) continue
      const known = mapped(held, representIn(accepted)).peek()
      return known?.etag === etag ? known.notModified : notModifiedReply(etag, headers())
    }
    return undefined
  }
  return Result.succeed({ ...mapped(held, representIn(encoding)), freeNotModified })
}

const fill = (template: string, params: ContentRequest["params"]): string =>
  template.replace("{license_code}", params["license_code"] ?? "")

/** The headers of a resource: its media type, what is deprecated, and its links. */
const resourceHeaders = (lookup: Lookup, mentions: Mentions, contentType = "application/json"): Headers => {
  const deprecations = lookup.served.deprecations()
  const item = itemOf(lookup.params)
  const own = item && deprecations.ofItem.get(toItemId(item))
  const headers = releaseHeaders(lookup.served, mentionedBy(mentions, deprecations, item), own)
  return bodyHeaders(lookup, { "Content-Type": contentType, ...headers }, (other) => hasItem(other, item))
}

const mentionedBy = (
  mentions: Mentions,
  { ofDimensions, ofItem, ofLicense }: Deprecations,
  item: ItemRef | undefined
): Iterable<ItemNotice> => {
  switch (mentions) {
    case "every-item":
      return ofItem.values()
    case "dimensions":
      return ofDimensions
    case "licenses":
      return new Set([...ofLicense.values()].flat())
    case "item":
      if (item?._tag === "License") return ofLicense.get(item.license) ?? []
      return ofDimensions.filter((notice) => item !== undefined && isWithin(notice.item, item))
  }
}

/** The deprecated items that a request names in its path or in configs. A license stands for what it uses, too. */
const namedBy = ({ params, query, served }: Lookup, configs: object = {}): ReadonlyArray<ItemNotice> => {
  const { ofItem, ofLicense } = served.deprecations()
  if (ofItem.size === 0) return []
  const { dimension, license_code = textOf(query["license"]) ?? "", value_code } = params
  const named = [
    ...Object.values(configs).flatMap((config: unknown) =>
      isConfig(config) ? configReferences(config).map(({ item }) => item) : []
    ),
    ...(dimension === undefined ? [] : [dimensionRef(dimension)]),
    ...(dimension === undefined || value_code === undefined ? [] : [valueRef(dimension, value_code)])
  ]
  const items = named.flatMap((item) => ofItem.get(toItemId(item)) ?? [])
  return [...new Set([...(ofLicense.get(license_code) ?? []), ...items])]
}

/** True for the item itself, and for the values of a dimension. */
const isWithin = (item: ItemRef, whole: ItemRef): boolean =>
  isSameItem(item, whole) || (whole._tag === "Dimension" && item._tag === "Value" && item.dimension === whole.dimension)

/** The proof of an artifact for the checkpoint in force. */
const findProof = (lookup: Lookup, answers: Answer<"proof">): Found => {
  const { catalog, params, served, sources } = lookup
  const { log } = catalog
  if (log === undefined) {
    const message = "The log of the releases is not signed, so nothing can be proved"
    return Result.fail(releaseError(lookup, "log-unsigned", message))
  }
  const path = fill(answers.path, params)
  const { release } = served
  if (!isProvable(log)(release.version)) {
    const message = `The checkpoint of the log does not cover release v${release.version} yet. Try again later`
    return Result.fail(releaseError(lookup, "release-unsigned", message))
  }
  // C2SP defines no media type for proofs, which are text.
  const headers = () => resourceHeaders(lookup, answers.mentions, "text/plain; charset=utf-8")
  const key = `proof ${release.manifest} ${path} ${log.checkpoint.source}`
  const proof: Source<StoredBody> = {
    peek: () => sources.made.peek(key),
    load: Effect.flatMap(sources.bodies.load(release), ({ manifest }) =>
      sources.made.load(
        key,
        Effect.suspend(() => storeText(proverOf(log)({ version: release.version, manifest, path }) ?? ""))
      )
    )
  }
  return Result.succeed(mapped(proof, (body) => represent(served, body, lookup.encoding, headers)))
}

const proverOf = memoizeByIdentity(makeProver)

const isProvable = memoizeByIdentity((log: Parameters<typeof makeProver>[0]) => {
  const covered = new Set(
    log.leaves.slice(0, log.checkpoint.size).flatMap(({ manifest, version }) => (manifest === null ? [] : [version]))
  )
  return (version: string): boolean => covered.has(version)
})

/** JSON that is made from a release, and what later ones say of it, on first use. */
const findReleaseBody = (lookup: Lookup, answers: Answer<"release">): Found => {
  const { catalog, endpoint, params, query, served, sources } = lookup
  const { release } = served
  const { as_of: _, envelope, version: __, ...others } = query
  const own = answers.envelope === "around" ? others : { ...others, envelope }
  const key = `${endpoint.name} ${release.manifest} ${catalog.head.hash} ${JSON.stringify([params, own])}`
  const make = Effect.promise(async () =>
    answers.body({ release, history: catalog.history, params, query, interface: sources.interface })
  ).pipe(Effect.flatMap(encodeInSlices), Effect.flatMap(storeText))
  const headers = () => resourceHeaders(lookup, answers.mentions)
  return Result.succeed(
    mapped(shelved(sources.made, key, make), (body) => represent(served, body, lookup.encoding, headers))
  )
}

/** The answer to a question, which no cache keeps: it may name a contract. */
const findAnswer = (lookup: Lookup, answers: Answer<"question">): Found =>
  Result.gen(function* () {
    const { catalog, query, served } = lookup
    const { release } = served
    const from = query["from"] === undefined ? undefined : (yield* selectNamed(lookup, "from")).release
    const problem = licenseProblem(lookup, textOf(query["license"]))
    if (problem !== undefined) return yield* Result.fail(problem)
    const page = yield* toPage(textOf(query["cursor"]), `${catalog.head.sequence}`)
    // Parsed once, for the answer and for the count of who uses what. The schema has checked that they are JSON.
    const configs = lazy(() => ({ config: parseJson(query["config"]), use: parseJson(query["use"]) }))
    const question = { history: catalog.history, release, from, query, page }
    const load = runInSlices(() => stepsOf(answers.body({ ...question, ...configs() }))).pipe(
      Effect.flatMap(encodeInSlices),
      Effect.map((bytes) => {
        const text = Buffer.from(bytes).toString()
        const headers = { "Content-Type": "application/json", ...releaseHeaders(served), "Cache-Control": "no-store" }
        const all = bodyHeaders(lookup, headers, () => false)
        return tagged(`"${sha256(text)}"`, all, text)
      })
    )
    return { deprecated: () => namedBy(lookup, configs()), peek: () => undefined, load }
  })

const parseJson = (text: QueryValues[string]): unknown => (text === undefined ? undefined : JSON.parse(String(text)))

/** Why a question about a license cannot be asked of a release. */
const licenseProblem = (lookup: Lookup, license: string | undefined): Reply | undefined => {
  const { taxonomy, version } = lookup.served.release
  if (license === undefined) return undefined
  if (hasRoles(taxonomy)) return findMissing(lookup, { _tag: "License", license })
  const message = `The codes of release v${version} do not say what a license permits: no dimension has a role`
  return releaseError(lookup, "resource-not-found", message)
}

function* stepsOf(body: object | Generator<void, object>): Generator<void, object> {
  return isSteps(body) ? yield* body : body
}

const isSteps = (body: object): body is Generator<void, object> => Symbol.iterator in body

/** The whole history, which every API version serves, or a page of it. */
const findHistory = (lookup: Lookup, answers: Answer<"history">): Found => {
  const { catalog, endpoint, served } = lookup
  return pageOf(lookup, {
    key: `${endpoint.name} ${catalog.head.hash} ${served.release.version}`,
    revision: `${catalog.head.sequence}`,
    make: Effect.suspend(() => listOf(answers.body(catalog.history, served.release.version))),
    headers: () => bodyHeaders(lookup, { "Content-Type": "application/json", ...releaseHeaders(served) }),
    owner: served
  })
}

/** The feed of all releases, which every API version serves. */
const findFeed = (lookup: Lookup): Found => {
  const { apiVersion, catalog, query, served, sources } = lookup
  const limit = typeof query["limit"] === "number" ? query["limit"] : undefined
  const address = `${sources.interface.basePath}/${apiVersion.name}`
  const make = Effect.suspend(() =>
    storeText(
      releasesFeed(catalog.history, {
        self: `${address}/releases.atom`,
        releases: `${address}/releases`,
        limit,
        release: ({ base, version }) =>
          base === null ? `${address}/schema?version=v${version}` : `${address}/changes?from=v${base}&to=v${version}`
      })
    )
  )
  const key = `feed ${catalog.head.hash} ${apiVersion.name} ${limit}`
  const headers = () => {
    const own = { "Content-Type": "application/atom+xml; charset=utf-8", ...releaseHeaders(served) }
    return bodyHeaders(lookup, own, () => false)
  }
  return Result.succeed(
    mapped(shelved(sources.made, key, make), (body) => represent(served, body, lookup.encoding, headers))
  )
}
