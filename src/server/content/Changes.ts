import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ChangeBody } from "../../api/bodies/ChangesBody.ts"
import { changeEntries, changesHead, changesTail } from "../../api/projections/ChangesProjection.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { makeListBody } from "../bodies/ListBody.ts"
import { deprecationHeaders, releaseNotices, type ServedCatalog, type ServedRelease } from "../catalog/Catalog.ts"
import { requestError } from "../response/ErrorReplies.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import { bodyHeaders, versionLinks } from "./Links.ts"
import { enveloped, pageOf, textOf, type Content, type Lookup } from "./Lookup.ts"
import { problemReply, releaseErrorHeaders, unknownValue, type Described } from "./Parameters.ts"
import { selectVersionOfAnyMajor } from "./VersionSelection.ts"

/** The content of the changes between two releases. */
export const findChanges = (lookup: Lookup): Result.Result<Content, Reply> => {
  const { apiVersion, catalog, query } = lookup
  const [fromText, toText] = [textOf(query["from"]), textOf(query["to"])]
  const from = selectVersionOfAnyMajor(catalog, apiVersion, fromText)
  if (Result.isFailure(from))
    return Result.fail(problemReply(from.failure, "from", apiVersion.current, versionLinks(lookup)))
  const to = selectVersionOfAnyMajor(catalog, apiVersion, toText)
  if (Result.isFailure(to)) return Result.fail(problemReply(to.failure, "to", apiVersion.current, versionLinks(lookup)))
  const pair = { from: from.success.release, to: to.success.release }
  const [kinds, dimensions] = [selected(query["kind"]), selected(query["dimension"])]
  const problem = unknownDimension([pair.from, pair.to], dimensions)
  if (problem !== undefined) {
    const { facts, message } = problem
    const data = { parameter: "dimension", ...facts }
    return Result.fail(requestError("parameter-malformed", message, releaseErrorHeaders(apiVersion.current), data))
  }
  const isFixed = [fromText, toText].every((text) => text !== undefined && fullVersion.test(text))
  const list = {
    // The same in every catalog that has the two releases: published bytes never change.
    key: `${pair.from.version} ${pair.from.manifest} ${pair.to.version} ${pair.to.manifest}`,
    revision: `${pair.from.version}-${pair.to.version}`,
    make: makeChanges(catalog.history, pair.from, pair.to),
    selection: [...listed("kind", kinds), ...listed("dimension", dimensions)].join("&"),
    matches: (group: string) => {
      const [kind = "", dimension = ""] = group.split(" ")
      return kinds?.has(kind) !== false && dimensions?.has(dimension) !== false
    },
    headers: () =>
      bodyHeaders(
        lookup,
        to.success,
        headersOf(catalog, apiVersion.name, from.success, to.success, isFixed),
        () => false
      ),
    owner: catalog,
    variant: ` ${apiVersion.name} ${isFixed}`
  }
  return Result.map(pageOf(lookup, list), (content) =>
    enveloped(lookup, to.success, { ...content, release: pair.to.version, fromRelease: pair.from.version })
  )
}

const fullVersion = /^v?\d+\.\d+\.\d+$/

const selected = (values: Lookup["query"][string]): ReadonlySet<string> | undefined =>
  values === undefined || typeof values === "number"
    ? undefined
    : new Set(typeof values === "string" ? [values] : values)

const listed = (name: string, values: ReadonlySet<string> | undefined): ReadonlyArray<string> =>
  values === undefined ? [] : [...values].sort().map((value) => `${name}=${value}`)

/** What is wrong with a dimension that neither release has. */
const unknownDimension = (
  releases: ReadonlyArray<PublishedRelease>,
  dimensions: ReadonlySet<string> | undefined
): Described | undefined => {
  for (const dimension of dimensions ?? []) {
    if (releases.some(({ taxonomy }) => snapshotOf(taxonomy).dimension(dimension) !== undefined)) continue
    const names = new Set(releases.flatMap(({ taxonomy }) => taxonomy.dimensions.map(({ name }) => name)))
    return unknownValue("dimension", dimension, names)
  }
  return undefined
}

const makeChanges = (history: ReleaseHistory, from: PublishedRelease, to: PublishedRelease) =>
  Effect.suspend(() => {
    const bumps = new Set<ChangeBody["bump"]>()
    return makeListBody<ChangeBody>({
      entries: changeEntries(history, from, to),
      groupOf: (entry) => {
        bumps.add(entry.bump)
        return "dimension" in entry ? `${entry.kind} ${entry.dimension}` : entry.kind
      },
      frame: () => ({
        head: changesHead(
          from,
          to,
          [...bumps].map((bump) => ({ bump }))
        ),
        name: "changes",
        tail: (count) => changesTail(to, count)
      })
    })
  })

/** The headers name the release that the changes lead to. Both releases can have been withdrawn, or be at their end. */
const headersOf = (
  { history }: ServedCatalog,
  apiVersion: string,
  from: ServedRelease,
  to: ServedRelease,
  isFixed: boolean
): Headers => {
  const [earlier, later] = [releaseNotices(history, from.release), releaseNotices(history, to.release)]
  return {
    ...(isFixed ? immutable : {}),
    "Content-Type": "application/json",
    ...to.headers,
    "X-API-Version": apiVersion,
    ...deprecationHeaders({ ...later, warnings: [...new Set([...later.warnings, ...earlier.warnings])] })
  }
}

/** A client need never ask again (RFC 8246). A shared cache has to, since an API key can be revoked. */
const immutable = { "Cache-Control": "public, max-age=31536000, s-maxage=7200, immutable" }
