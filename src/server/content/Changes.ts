import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ChangeBody } from "../../api/bodies/ChangesBody.ts"
import { changeEntries, changesHead, changesTail } from "../../api/projections/ChangesProjection.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { makeListBody } from "../bodies/ListBody.ts"
import { deprecationHeaders, releaseNotices, type ServedCatalog, type ServedRelease } from "../catalog/Catalog.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import { bodyHeaders } from "./Links.ts"
import { pageOf, textOf, type Content, type Lookup } from "./Lookup.ts"
import { releaseError, selectNamed, unknownValue, type Described } from "./Parameters.ts"

/** The content of the changes between two releases. */
export const findChanges = (lookup: Lookup): Result.Result<Content, Reply> =>
  Result.gen(function* () {
    const { apiVersion, catalog, query } = lookup
    const servedFrom = yield* selectNamed(lookup, "from")
    const served = yield* selectNamed(lookup, "to")
    const [from, to] = [servedFrom.release, served.release]
    const [kinds, dimensions] = [selected(query["kind"]), selected(query["dimension"])]
    const problem = unknownDimension([from, to], dimensions)
    if (problem !== undefined) {
      const data = { parameter: "dimension", ...problem.facts }
      return yield* Result.fail(releaseError(lookup, "parameter-malformed", problem.message, data))
    }
    const isFixed = [query["from"], query["to"]].every((sent) => fullVersion.test(textOf(sent) ?? ""))
    const { name } = apiVersion
    const page = yield* pageOf(lookup, {
      // The same in every catalog that has the two releases: published bytes never change.
      key: `${from.version} ${from.manifest} ${to.version} ${to.manifest}`,
      revision: `${from.version}-${to.version}`,
      make: makeChanges(catalog.history, from, to),
      selection: [...listed("kind", kinds), ...listed("dimension", dimensions)].join("&"),
      matches: (group: string) => {
        const [kind = "", dimension = ""] = group.split(" ")
        return kinds?.has(kind) !== false && dimensions?.has(dimension) !== false
      },
      headers: () =>
        bodyHeaders({ ...lookup, served }, headersOf(catalog, name, servedFrom, served, isFixed), () => false),
      owner: catalog,
      variant: ` ${name} ${isFixed}`
    })
    return { served, servedFrom, ...page }
  })

const fullVersion = /^v?\d+\.\d+\.\d+$/

const selected = (values: Lookup["query"][string]): ReadonlySet<string> | undefined =>
  values === undefined ? undefined : new Set([values].flat().map(String))

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
      name: "changes",
      head: () => changesHead(from, to, bumps),
      tail: (count) => changesTail(to, count)
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
