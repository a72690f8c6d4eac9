import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { ApiVersion, ServedCatalog } from "../catalog/Catalog.ts"
import { deprecationHeaders, releaseNotices } from "../catalog/DeprecationHeaders.ts"
import type { StoredBody } from "../catalog/StoredBody.ts"
import { canonicalChangesFilter } from "../changes/ChangesIndex.ts"
import { filterChanges } from "../changes/FilteredChanges.ts"
import type { PreparedChanges } from "../changes/PrepareChanges.ts"
import { runInSlices } from "../changes/RunInSlices.ts"
import { storedRepresentation, taggedRepresentation, type Representation } from "../representation/Representation.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import { parseChangesQuery, type ChangesSelection } from "./ChangesQuery.ts"
import { encodingFor, enveloped, queryError, represented, type RequestedContent, type Lookup } from "./Lookup.ts"
import type { ChangesRoute } from "./Routes.ts"

/** The content of the changes between two releases. */
export const findChangesContent = (
  lookup: Lookup,
  { endpoint }: ChangesRoute
): Result.Result<RequestedContent, Reply> => {
  const { apiVersion, catalog, query, service } = lookup
  const parsed = parseChangesQuery(catalog, apiVersion, query, endpoint.parameters)
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const asked = parsed.success
  const pair = { history: catalog.history, from: asked.from.release, to: asked.to.release }
  const headers = () => headersOf(catalog, apiVersion, asked)
  const wrap = (inner: Representation): Representation => enveloped(lookup, asked.envelope, asked.to, inner)
  const filter = canonicalChangesFilter(asked.filter)
  const encoding = encodingFor(lookup, asked.envelope)
  const whole = (prepared: PreparedChanges): Representation => {
    const known = representationsOf(catalog)(prepared)
    const name = `${apiVersion.name} ${asked.isFixed} ${encoding}`
    const before = known.get(name)
    if (before !== undefined) return before
    const made = storedRepresentation(prepared.body, encoding, headers())
    known.set(name, made)
    return made
  }
  const filtered = ({ sha256: whole }: StoredBody, bytes: string | Uint8Array): Representation =>
    taggedRepresentation(`"${sha256(`${whole}\n${filter}`)}"`, headers(), bytes)
  const releases = { release: pair.to.version, fromRelease: pair.from.version }
  if (filter === "") {
    return Result.succeed({
      ...releases,
      ...represented({ peek: () => service.changes.peek(pair), load: service.changes.load(pair) }, (prepared) =>
        wrap(whole(prepared))
      )
    })
  }
  return Result.succeed({
    ...releases,
    peek: () => undefined,
    load: Effect.gen(function* () {
      const prepared = yield* service.changes.load(pair)
      const bytes = yield* runInSlices(() => filterChanges(prepared, asked.filter))
      return wrap(filtered(prepared.body, bytes))
    })
  })
}

/** The headers name the release that the changes lead to. Both releases can have been withdrawn, or be at their end. */
const headersOf = (
  { history }: ServedCatalog,
  { name }: ApiVersion,
  { from, isFixed, to }: ChangesSelection
): Headers => {
  const [earlier, later] = [releaseNotices(history, from.release), releaseNotices(history, to.release)]
  return {
    ...(isFixed ? immutable : {}),
    "Content-Type": "application/json",
    ...to.headers,
    "X-API-Version": name,
    ...deprecationHeaders({ ...later, warnings: [...new Set([...later.warnings, ...earlier.warnings])] })
  }
}

/** A client need never ask again (RFC 8246). A shared cache has to, since an API key can be revoked. */
const immutable = { "Cache-Control": "public, max-age=31536000, s-maxage=7200, immutable" }

/** By API version, caching and encoding: few of each. They live as long as the catalog and the changes. */
const representationsOf: (catalog: ServedCatalog) => (prepared: PreparedChanges) => Map<string, Representation> =
  memoizeByIdentity(() => memoizeByIdentity(() => new Map()))
