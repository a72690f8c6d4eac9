import { makeCopies } from "../cache/Copies.ts"
import { makeSharedCalls } from "../cache/SharedCalls.ts"
import { findStaleness, markStale, type Staleness } from "../cache/Staleness.ts"
import { isFresh, type StoredResponse } from "../cache/StoredResponse.ts"
import {
  KeyRevoked,
  NetworkError,
  RateLimitExceeded,
  RequestTimedOut,
  ServerError,
  TaxonomyError,
  Unauthorized,
  UnexpectedAnswer
} from "../model/ClientErrors.ts"
import { makeNotices, noticedItems } from "../model/DeprecationNotices.ts"
import type { Items } from "../model/Model.generated.ts"
import type { CacheMode, CallOptions, NoticedItem, RateLimit, ServedVersion, Signal } from "../options/ClientOptions.ts"
import { parseCallOptions, type CallSettings, type ClientSettings } from "../options/ClientSettings.ts"
import { makeRequest, readResponse, toStored } from "./Attempt.ts"
import { exchange } from "./Exchange.ts"
import type { ClientResource, Resources } from "./Resources.ts"
import { deprecationHeadersOf, rateLimitOf, requestIdOf, servedVersionOf } from "./ResponseHeaders.ts"
import { retry } from "./Retry.ts"

/** The result of a call, as its callers share it. Each of them parses the bytes for itself. */
interface Reply {
  readonly bytes: Uint8Array
  readonly staleness: Staleness | undefined
}

/** How a resource is read. */
interface ReadPlan {
  readonly mode: CacheMode
  readonly requestId: string | undefined
  readonly retries: number
  /** False for a request of the client's own. */
  readonly isReported: boolean
}

/** Reads resources, and remembers what the last responses said. */
export const makeClientCore = (settings: ClientSettings, resources: Resources) => {
  const { browser, mask, now, staleIfError } = settings
  const copies = makeCopies(settings)
  const share = makeSharedCalls<Reply>()
  /** The copies that were reported. One that only the client's own request has read was not. */
  const noticed = new WeakSet<StoredResponse>()
  let rateLimit: RateLimit | undefined
  let servedVersion: ServedVersion | undefined
  let hasWarnedOfId = false

  const report = makeDeprecationReports(settings, async () => {
    const resource = resources.items()
    const plan: ReadPlan = { mode: "default", requestId: newRequestId(), retries: 0, isReported: false }
    const { signal } = new AbortController()
    const { bytes } = await share(`facts ${resource.url}`, signal, (shared) => load(resource, plan, shared))
    return noticedItems(parseBody<Items>(bytes))
  })

  const newRequestId = (): string | undefined => (browser ? undefined : globalThis.crypto.randomUUID())

  /** Takes over what a response, or a copy of one, says beside its body. */
  const notice = <Body>(
    resource: ClientResource<Body>,
    plan: ReadPlan,
    headers: Headers,
    bytes: Uint8Array | undefined
  ): void => {
    // A text is about a body that was read before, and says the same.
    if (!plan.isReported || resource.isText === true) return
    // A list of all releases comes with the newest version, which is not the one that the client is for.
    if (resource.isOfRelease) servedVersion = servedVersionOf(headers, mask) ?? servedVersion
    report(resource, headers, bytes === undefined ? undefined : parseBody<Body>(bytes))
  }

  /** A copy of an earlier process says something new once. */
  const noticeCopy = <Body>(resource: ClientResource<Body>, plan: ReadPlan, stored: StoredResponse): void => {
    if (!plan.isReported || noticed.has(stored)) return
    noticed.add(stored)
    notice(resource, plan, new Headers(stored.headers), stored.body)
  }

  /** Sends requests until one succeeds. */
  const request = <Body>(
    resource: ClientResource<Body>,
    plan: ReadPlan,
    stored: StoredResponse | undefined,
    signal: Signal
  ): Promise<Uint8Array> =>
    retry({ ...settings, retries: plan.retries }, signal, async (attempt) => {
      const outgoing = makeRequest(settings, resource, { attempt, requestId: plan.requestId }, plan.mode, stored)
      const response = await exchange(settings, outgoing, signal)
      const outcome = readResponse(settings, resource, outgoing, response, stored)
      rateLimit = rateLimitOf(response.headers) ?? rateLimit
      const bytes = "bytes" in outcome ? outcome.bytes : undefined
      notice(resource, plan, response.headers, bytes)
      if ("problem" in outcome) throw outcome.problem
      const next = isKept(resource) ? toStored(response, outcome.bytes, stored, Math.floor(now())) : undefined
      if (next !== undefined && plan.isReported) noticed.add(next)
      await keep(resource.url, next)
      return outcome.bytes
    })

  const keep = async (url: string, stored: StoredResponse | undefined): Promise<void> => {
    if (stored === undefined) return copies.forget(url)
    const isUseful = stored.tag !== undefined || stored.maxAge > 0 || staleIfError !== false
    if (isUseful) await copies.keep(url, stored)
  }

  /** Reads a resource from a copy, or from the service. */
  const load = async <Body>(resource: ClientResource<Body>, plan: ReadPlan, signal: Signal): Promise<Reply> => {
    const { type, url } = resource
    const stored = isKept(resource) ? await copies.find(url, type) : undefined
    const isUsable = plan.mode === "force-cache" || (plan.mode === "default" && stored && isFresh(stored, now()))
    if (stored !== undefined && isUsable === true) {
      noticeCopy(resource, plan, stored)
      return { bytes: stored.body, staleness: undefined }
    }
    try {
      return { bytes: await request(resource, plan, stored, signal), staleness: undefined }
    } catch (problem) {
      if (problem instanceof Unauthorized || problem instanceof KeyRevoked) await copies.forgetAll(url)
      else if (problem instanceof TaxonomyError && !isTemporary(problem)) await copies.forget(url)
      const staleness = stored && findStaleness(stored, problem, staleIfError, now())
      if (stored === undefined || staleness === undefined) throw problem
      noticeCopy(resource, plan, stored)
      return { bytes: stored.body, staleness }
    }
  }

  /** Reads the bytes of a resource for one of the callers that may share them. */
  const call = async <Body>(
    resource: ClientResource<Body>,
    { mode, requestId }: CallSettings,
    signal: Signal
  ): Promise<Reply> => {
    if (browser && requestId !== undefined && !hasWarnedOfId) {
      hasWarnedOfId = true
      settings.warn("requestId is not sent, since a browser would need a preflight that the service refuses.")
    }
    const id = browser ? undefined : (requestId ?? newRequestId())
    const plan: ReadPlan = { mode, requestId: id, retries: settings.retries, isReported: true }
    // A request with an id of its own must reach the server's log.
    return requestId === undefined && !settings.isRequestScoped
      ? share(`${mode} ${resource.url}`, signal, (shared) => load(resource, plan, shared))
      : load(resource, plan, signal)
  }

  return {
    /** Reads a resource. Rejects with an `AnyTaxonomyError`, or with the reason of the signal. */
    read: async <Body extends object>(
      resource: ClientResource<Body>,
      options: CallOptions,
      signal: Signal
    ): Promise<Body> => {
      const parsed = parseCallOptions(settings, options)
      const { bytes, staleness } = await call(resource, parsed, signal)
      const body = parseBody<Body>(bytes)
      const result = parsed.languages.length === 0 ? body : resource.localize(body, parsed.languages)
      if (staleness !== undefined) {
        markStale(result, staleness)
        settings.onStale({ ...staleness, url: resource.url })
      }
      return result
    },
    /** Reads the bytes of a resource, which its other callers may share. Rejects like `read`. */
    readBytes: async <Body>(
      resource: ClientResource<Body>,
      options: CallOptions,
      signal: Signal
    ): Promise<Uint8Array> => {
      const { bytes, staleness } = await call(resource, parseCallOptions(settings, options), signal)
      if (staleness !== undefined) settings.onStale({ ...staleness, url: resource.url })
      return bytes
    },
    rateLimit: (): RateLimit | undefined => rateLimit,
    servedVersion: (): ServedVersion | undefined => servedVersion
  }
}

export type ClientCore = ReturnType<typeof makeClientCore>

/** True if copies of the resource are kept. */
const isKept = ({ isKeyed, isText }: Pick<ClientResource<never>, "isKeyed" | "isText">): boolean =>
  isKeyed && isText !== true

/** True if the resource may be as it was. */
const isTemporary = (problem: TaxonomyError): boolean =>
  problem instanceof NetworkError ||
  problem instanceof RequestTimedOut ||
  problem instanceof ServerError ||
  problem instanceof RateLimitExceeded ||
  problem instanceof UnexpectedAnswer

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type that the bytes were checked against decides
const parseBody = <Body>(bytes: Uint8Array): Body =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this body has been checked
  JSON.parse(new TextDecoder().decode(bytes)) as Body

/** Reports the deprecations of a response. `body` is `undefined` for an error. */
type ReportDeprecations = <Body>(resource: ClientResource<Body>, headers: Headers, body: Body | undefined) => void

/**
 * Passes each distinct warning to `onDeprecation`. What a warning says as a text, the list of all items says as data: a
 * body knows the deprecations of its own release, as of its publication, and a license not those of the values that it
 * uses. So the list is read for a new warning, and the notice follows when it is there.
 */
const makeDeprecationReports = (
  settings: ClientSettings,
  readDeprecations: () => Promise<ReadonlyArray<NoticedItem>>
): ReportDeprecations => {
  const toNotice = makeNotices()
  return (resource, headers, body) => {
    const own = body === undefined ? [] : resource.deprecatedIn(body)
    const deprecation = deprecationHeadersOf(headers, settings.mask)
    const requestId = requestIdOf(headers, settings.mask)
    const notice = toNotice(deprecation, own, { requestId, url: resource.url })
    if (notice === undefined) return
    const isComplete = deprecation.warning === undefined || (resource.describesItems && isOfNewest(headers))
    const isRead = settings.hasDeprecationCallback && !settings.isRequestScoped
    const canComplete = body !== undefined && headers.has("x-taxonomy-version") && isRead
    if (isComplete || !canComplete) return settings.onDeprecation(notice)
    const used = new Set(resource.usedIn(body))
    void readDeprecations().then(
      (all) => {
        const found = all.filter(({ item }) => used.has(item))
        const known = new Set(found.map(({ item }) => item))
        settings.onDeprecation({ ...notice, items: [...found, ...own.filter(({ item }) => !known.has(item))] })
      },
      () => settings.onDeprecation(notice)
    )
  }
}

/** True if no later release can deprecate more, or have removed anything. */
const isOfNewest = (headers: Headers): boolean => headers.get("x-taxonomy-version") === headers.get("x-latest-version")
