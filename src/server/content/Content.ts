import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type {
  Answers,
  ChangesAnswer,
  FeedAnswer,
  HistoryAnswer,
  Mentions,
  QuestionAnswer,
  ReleaseAnswer,
  ServiceAnswer
} from "../../api/endpoints/Answers.ts"
import { releasesFeed } from "../../api/projections/FeedProjection.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import { isSameItem, licenseRef, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { makeProver } from "../../release/log/ProveArtifact.ts"
import { encodeInSlices, runInSlices } from "../bodies/ListBody.ts"
import type { ReleaseBodies } from "../bodies/ReleaseBodies.ts"
import { storeText, type StoredBody } from "../bodies/StoredBody.ts"
import { releaseHeaders, type Deprecations, type ItemNotice, type ServedRelease } from "../catalog/Catalog.ts"
import { ifMatchMatches, ifNoneMatchMatches, isWildcard } from "../response/ConditionalRequest.ts"
import { negotiateEncoding, type ContentEncoding } from "../response/ContentEncoding.ts"
import { preconditionFailed, requestError, vary } from "../response/ErrorReplies.ts"
import { withHeader, type Headers, type Reply } from "../response/Reply.ts"
import { entityTag, notModifiedReply, tagged, untagged, type Representation } from "../response/Representation.ts"
import { findChanges } from "./Changes.ts"
import { filteredLicenses } from "./LicenseFilter.ts"
import { bodyHeaders, pinnedPath, versionLinks } from "./Links.ts"
import {
  encodingFor,
  enveloped,
  listOf,
  mapped,
  pageOf,
  represent,
  shelved,
  textOf,
  type Content,
  type ContentRequest,
  type ContentSources,
  type Lookup
} from "./Lookup.ts"
import { findMissing, hasItem, itemOf } from "./MissingItems.ts"
import { findFilterProblem, problemReply, releaseErrorHeaders } from "./Parameters.ts"
import { findServiceContent } from "./ServiceContent.ts"
import { selectAsOf, selectVersion, selectVersionOfAnyMajor } from "./VersionSelection.ts"

type Found = Result.Result<Content, Reply>

/** Finds what a request selects, or the error in its path or query. Nothing is loaded or made. */
export const findContent = (sources: ContentSources, request: ContentRequest): Found => {
  const { endpoint, ifMatch, params } = request
  const catalog = sources.catalog()
  const find = (): Found => {
    const { answers } = endpoint
    if (answers.of === "service") return findServiceContent(sources, catalog, request)
    const apiVersion = catalog.apiVersions.get(params["api_version"] ?? "")
    if (apiVersion === undefined) {
      const message = `No release of API version ${params["api_version"]} is published`
      return Result.fail(requestError("version-not-found", message))
    }
    const lookup: Lookup = { ...request, sources, catalog, apiVersion }
    if (answers.of === "history") return findHistory(lookup, answers)
    if (answers.of === "changes") return findChanges(lookup)
    if (answers.of === "feed") return Result.succeed(findFeed(lookup))
    return Result.flatMap(selectServed(lookup), (served) => {
      const found = findIn(lookup, served, answers)
      return lookup.query["as_of"] === undefined
        ? found
        : Result.map(found, (content) => withLocation(lookup, served, content))
    })
  }
  return endpoint.conditional && ifMatch !== undefined
    ? Result.map(find(), (one) => withPrecondition(one, ifMatch))
    : find()
}

/** The release that `version` or `as_of` selects. */
const selectServed = (lookup: Lookup): Result.Result<ServedRelease, Reply> => {
  const { apiVersion, catalog, query, unixMillis } = lookup
  const [day, version] = [textOf(query["as_of"]), textOf(query["version"])]
  if (day !== undefined && version !== undefined) return Result.fail(twoSelections)
  const selected =
    day === undefined ? selectVersion(catalog, apiVersion, version) : selectAsOf(catalog, apiVersion, day, unixMillis)
  const parameter = day === undefined ? "version" : "as_of"
  return Result.mapError(selected, (problem) => problemReply(problem, parameter, undefined, versionLinks(lookup)))
}

type AnswersOfRelease = Exclude<Answers, ServiceAnswer | HistoryAnswer | ChangesAnswer | FeedAnswer>

const findIn = (lookup: Lookup, served: ServedRelease, answers: AnswersOfRelease): Found => {
  const missing = findMissing(lookup, served, itemOf(lookup.params))
  if (missing !== undefined) return Result.fail(missing)
  switch (answers.of) {
    case "artifact":
      return findArtifact(lookup, served, answers)
    case "proof":
      return findProof(lookup, served, answers)
    case "release":
      return Result.succeed(findReleaseBody(lookup, served, answers))
    case "question":
      return findAnswer(lookup, served, answers)
  }
}

const twoSelections = requestError(
  "parameter-malformed",
  "The query parameters 'as_of' and 'version' both select a release. Send one of them",
  vary,
  { parameter: "as_of" }
)

/** Content that names the address of the release that a day selected (RFC 9110, 8.7). */
const withLocation = (lookup: Lookup, served: ServedRelease, content: Content): Content => {
  const location = (reply: Reply): Reply =>
    reply.status >= 400 ? reply : withHeader(reply, "Content-Location", pinnedPath(lookup, served))
  const { freeNotModified } = content
  return {
    ...content,
    ...mapped(content, ({ notModified, ok, ...kept }) => ({
      ...kept,
      ok: location(ok),
      notModified: location(notModified)
    })),
    ...(freeNotModified && {
      freeNotModified: (ifNoneMatch) => {
        const free = freeNotModified(ifNoneMatch)
        return free && location(free)
      }
    })
  }
}

/** Content that is answered with 412 unless its entity tag is one of an `If-Match` header (RFC 9110, 13.1.1). */
const withPrecondition = (content: Content, ifMatch: string): Content => ({
  ...content,
  freeNotModified: () => undefined,
  // The error has no entity tag, so that `If-None-Match` does not apply to it.
  ...mapped(content, (found) => (ifMatchMatches(ifMatch, found.etag) ? found : untagged(preconditionFailed)))
})

interface ArtifactFacts {
  readonly path: string
  readonly mentions: Mentions
}

const findArtifact = (lookup: Lookup, served: ServedRelease, answers: ArtifactFacts): Found => {
  const { acceptEncoding, endpoint, params, query, sources } = lookup
  const { bodies } = sources
  const { release } = served
  const filter = endpoint.filters ? findFilterProblem(lookup, served) : Result.succeed([])
  if (Result.isFailure(filter)) return Result.fail(filter.failure)
  const path = fill(answers.path, params)
  const headers = () => resourceHeaders(lookup, served, answers.mentions)
  const representIn = (encoding: ContentEncoding) => (held: ReleaseBodies) => {
    if (filter.success.length > 0)
      return filteredLicenses(served, filter.success, held, (own) => bodyHeaders(lookup, served, own, () => false))
    const body = held.bodies.get(path)
    return body === undefined ? missingArtifact(served, path) : represent(served, body, encoding, headers)
  }
  const peekIn = (encoding: ContentEncoding) => {
    const held = bodies.peek(release)
    return held && representIn(encoding)(held)
  }
  const encoding = encodingFor(lookup)
  const load = Effect.suspend(() => bodies.load(release))
  const content: Content = {
    release: release.version,
    peek: () => peekIn(encoding),
    load: Effect.map(load, representIn(encoding))
  }
  if (query["envelope"] === "true") return Result.succeed(enveloped(lookup, served, content))
  if (filter.success.length > 0) return Result.succeed(content)
  // The manifest of the release tells the tags. The body need not be in memory, and a client that has it uncompressed need
  // not get it again because it also accepts a compressed one. It is not charged, unlike the 304 to `*`, which names no copy.
  const freeNotModified = (ifNoneMatch: string | undefined) => {
    if (ifNoneMatch === undefined || isWildcard(ifNoneMatch)) return undefined
    const digest = bodies.digestOf(release, path)
    if (digest === undefined) return undefined
    for (const accepted of new Set([negotiateEncoding(acceptEncoding), "identity"] as const)) {
      const etag = entityTag(digest, accepted)
      if (!ifNoneMatchMatches(ifNoneMatch, etag)) continue
      const known = peekIn(accepted)
      return known?.etag === etag ? known.notModified : notModifiedReply(etag, headers())
    }
    return undefined
  }
  return Result.succeed({ ...content, freeNotModified })
}

const fill = (template: string, params: ContentRequest["params"]): string =>
  template.replace("{license_code}", params["license_code"] ?? "")

/** The error of a release whose format does not have the artifact. */
const missingArtifact = (served: ServedRelease, path: string): Representation => {
  const message = `Release v${served.release.version} was published without ${path}`
  return untagged(requestError("resource-not-found", message, releaseErrorHeaders(served)))
}

/** The headers of a resource: its media type, what is deprecated, and its links. */
const resourceHeaders = (
  lookup: Lookup,
  served: ServedRelease,
  mentions: Mentions,
  contentType = "application/json"
): Headers => {
  const deprecations = served.deprecations()
  const item = itemOf(lookup.params)
  const own = item && deprecations.ofItem.get(toItemId(item))
  const headers = releaseHeaders(served, mentionedBy(mentions, deprecations, item), own)
  return bodyHeaders(lookup, served, { "Content-Type": contentType, ...headers }, (other) => hasItem(other, item))
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

/** True for the item itself, and for the values of a dimension. */
const isWithin = (item: ItemRef, whole: ItemRef): boolean =>
  isSameItem(item, whole) || (whole._tag === "Dimension" && item._tag === "Value" && item.dimension === whole.dimension)

/** The proof of an artifact for the checkpoint in force. */
const findProof = (lookup: Lookup, served: ServedRelease, answers: ArtifactFacts): Found => {
  const { catalog, params, sources } = lookup
  const { log } = catalog
  if (log === undefined) {
    const message = "The log of the releases is not signed, so nothing can be proved"
    return Result.fail(requestError("log-unsigned", message, releaseErrorHeaders(served)))
  }
  const path = fill(answers.path, params)
  const { release } = served
  if (!isProvable(log)(release.version)) {
    const message = `The checkpoint of the log does not cover release v${release.version} yet. Try again later`
    return Result.fail(requestError("release-unsigned", message, releaseErrorHeaders(served)))
  }
  // C2SP defines no media type for proofs, which are text.
  const headers = () => resourceHeaders(lookup, served, answers.mentions, "text/plain; charset=utf-8")
  const key = `proof ${release.manifest} ${path} ${log.checkpoint.source}`
  const represented = (body: StoredBody) => represent(served, body, encodingFor(lookup), headers)
  return Result.succeed({
    release: release.version,
    peek: () => {
      const held = sources.made.peek(key)
      return held && represented(held)
    },
    load: sources.bodies.load(release).pipe(
      Effect.flatMap(({ manifest }) =>
        sources.made.load(
          key,
          Effect.suspend(() => storeText(proverOf(log)({ version: release.version, manifest, path }) ?? ""))
        )
      ),
      Effect.map(represented)
    )
  })
}

const proverOf = memoizeByIdentity(makeProver)

const isProvable = memoizeByIdentity((log: Parameters<typeof makeProver>[0]) => {
  const covered = new Set(
    log.leaves.slice(0, log.checkpoint.size).flatMap(({ manifest, version }) => (manifest === null ? [] : [version]))
  )
  return (version: string): boolean => covered.has(version)
})

/** JSON that is made from a release, and what later ones say of it, on first use. */
const findReleaseBody = (lookup: Lookup, served: ServedRelease, answers: ReleaseAnswer): Content => {
  const { catalog, endpoint, params, query, sources } = lookup
  const { release } = served
  const { as_of: _, envelope, version: __, ...others } = query
  const own = answers.envelope === "around" ? others : { ...others, envelope }
  const key = `${endpoint.name} ${release.manifest} ${catalog.head.hash} ${JSON.stringify([params, own])}`
  const make = Effect.promise(async () =>
    answers.body({ release, history: catalog.history, params, query, interface: sources.interface })
  ).pipe(Effect.flatMap(encodeInSlices), Effect.flatMap(storeText))
  const headers = () => resourceHeaders(lookup, served, answers.mentions)
  const content: Content = {
    release: release.version,
    ...shelved(sources.made, key, make, (body) =>
      represent(served, body, negotiateEncoding(lookup.acceptEncoding), headers)
    )
  }
  return answers.envelope === "around" ? enveloped(lookup, served, content) : content
}

/** The answer to a question, which no cache keeps: it may name a contract. */
const findAnswer = (lookup: Lookup, served: ServedRelease, answers: QuestionAnswer): Found => {
  const { apiVersion, catalog, query } = lookup
  const { release } = served
  const sent = textOf(query["from"])
  const from = sent === undefined ? undefined : selectVersionOfAnyMajor(catalog, apiVersion, sent)
  if (from !== undefined && Result.isFailure(from))
    return Result.fail(problemReply(from.failure, "from", served, versionLinks(lookup)))
  const problem = licenseProblem(lookup, served, textOf(query["license"]))
  if (problem !== undefined) return Result.fail(problem)
  const question = { history: catalog.history, release, from: from?.success.release, query }
  const load = Effect.map(
    Effect.flatMap(
      runInSlices(() => stepsOf(answers.body(question))),
      encodeInSlices
    ),
    (bytes) => {
      const text = Buffer.from(bytes).toString()
      const headers = { "Content-Type": "application/json", ...releaseHeaders(served), "Cache-Control": "no-store" }
      return tagged(
        `"${sha256(text)}"`,
        bodyHeaders(lookup, served, headers, () => false),
        text
      )
    }
  )
  return Result.succeed(enveloped(lookup, served, { release: release.version, peek: () => undefined, load }))
}

/** Why a question about a license cannot be asked of a release. */
const licenseProblem = (lookup: Lookup, served: ServedRelease, license: string | undefined): Reply | undefined => {
  const { taxonomy, version } = served.release
  if (license === undefined) return undefined
  if (hasRoles(taxonomy)) return findMissing(lookup, served, licenseRef(license))
  const message = `The codes of release v${version} do not say what a license permits: no dimension has a role`
  return requestError("resource-not-found", message, releaseErrorHeaders(served))
}

function* stepsOf(body: object | Generator<void, object>): Generator<void, object> {
  return isSteps(body) ? yield* body : body
}

const isSteps = (body: object): body is Generator<void, object> => Symbol.iterator in body

/** The whole history, which every API version serves, or a page of it. */
const findHistory = (lookup: Lookup, answers: HistoryAnswer): Found => {
  const { apiVersion, catalog, endpoint } = lookup
  const served = apiVersion.current
  const headers = () => bodyHeaders(lookup, served, { "Content-Type": "application/json", ...releaseHeaders(served) })
  const key = `${endpoint.name} ${catalog.head.hash} ${served.release.version}`
  const list = {
    key,
    revision: `${catalog.head.sequence}`,
    make: Effect.suspend(() => listOf(answers.body(catalog.history, served.release.version))),
    matches: () => true,
    selection: "",
    headers,
    owner: served
  }
  return Result.map(pageOf(lookup, list), (content) =>
    enveloped(lookup, served, { ...content, release: served.release.version })
  )
}

/** The feed of all releases, which every API version serves. */
const findFeed = (lookup: Lookup): Content => {
  const { apiVersion, catalog, query, sources } = lookup
  const { basePath } = sources.interface
  const limit = typeof query["limit"] === "number" ? query["limit"] : undefined
  const served = apiVersion.current
  const address = `${basePath}/${apiVersion.name}`
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
  const headers = { "Content-Type": "application/atom+xml; charset=utf-8", ...releaseHeaders(served) }
  const key = `feed ${catalog.head.hash} ${apiVersion.name} ${limit}`
  return {
    release: served.release.version,
    ...shelved(sources.made, key, make, (body) =>
      represent(served, body, encodingFor(lookup), () => bodyHeaders(lookup, served, headers, () => false))
    )
  }
}
