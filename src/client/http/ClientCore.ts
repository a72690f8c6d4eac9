import type { Copies } from "../cache/Copies.ts"
import { makeSharedCalls } from "../cache/SharedCalls.ts"
import { findStaleness, isOutage, type Staleness } from "../cache/Staleness.ts"
import { isFresh, type StoredResponse } from "../cache/StoredResponse.ts"
import type { BodyType } from "../model/BodyType.ts"
import { endpoints } from "../model/BodyTypes.generated.ts"
import { KeyRevoked, TaxonomyError, Unauthorized, UnexpectedAnswer } from "../model/ClientErrors.ts"
import { toNotice } from "../model/DeprecationNotices.ts"
import { localize } from "../model/Localization.ts"
import type { Items, TaxonomySchema } from "../model/Model.generated.ts"
import type { WithResponse } from "../model/ResponsePromise.ts"
import type { CallOptions, Signal } from "../options/ClientOptions.ts"
import { parseCallOptions, type CallSettings, type ClientSettings } from "../options/ClientSettings.ts"
import { makeRequest, readResponse, toStored } from "./Attempt.ts"
import { exchange } from "./Exchange.ts"
import { toResource, type ClientResource } from "./Resources.ts"
import { deprecationHeadersOf, rateLimitOf, requestIdOf, servedVersionOf } from "./ResponseHeaders.ts"
import { retry } from "./Retry.ts"

/** The result of a call, as its callers share it. Each of them parses the bytes for itself. */
interface Reply {
  readonly bytes: Uint8Array
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly headers: Headers
  readonly staleness: Staleness | undefined
}

/** What a client has in common with those that are derived from it. */
export interface SharedState {
  readonly copies: Copies
  /** True for a warning, or for the address of a deprecated resource, that has not been reported. */
  readonly isNew: (key: string) => boolean
}

/** Reads resources. */
export const makeClientCore = (settings: ClientSettings, { copies, isNew }: SharedState) => {
  const { browser, mask, now, staleIfError } = settings
  const share = makeSharedCalls<Reply>()

  /** Reports the deprecations of a response. `body` is `undefined` for an error. */
  const report = (resource: ClientResource, headers: Headers, body: object | undefined): void => {
    const notice = toNotice(deprecationHeadersOf(headers, mask), body, isNew, {
      parameters: resource.parameters,
      requestId: requestIdOf(headers, mask),
      url: resource.url,
      readItems: async () =>
        (await read<Items>(toResource(settings, endpoints.items, []), { locale: [] }, noSignal())).data
    })
    if (notice !== undefined) settings.onDeprecation(notice)
  }

  /** Sends requests until one succeeds. */
  const request = (
    resource: ClientResource,
    plan: CallSettings,
    stored: StoredResponse | undefined,
    signal: Signal
  ): Promise<Reply> =>
    retry({ ...settings, retries: plan.retries }, signal, async (attempt) => {
      const outgoing = makeRequest(settings, resource, attempt, plan, stored)
      const response = await exchange({ ...settings, timeout: plan.timeout }, outgoing, signal)
      const { headers, status } = response
      const outcome = readResponse(settings, resource, outgoing, response, stored)
      if ("problem" in outcome) {
        report(resource, headers, undefined)
        throw outcome.problem
      }
      const { bytes } = outcome
      await keep(resource.url, isKept(resource) ? toStored(response, bytes, stored, Math.floor(now())) : undefined)
      const requestId = requestIdOf(headers, mask) ?? plan.requestId
      return { bytes, status, requestId, headers, staleness: undefined }
    })

  const keep = async (url: string, stored: StoredResponse | undefined): Promise<void> => {
    if (stored === undefined) return copies.forget(url)
    const isUseful = stored.tag !== undefined || stored.maxAge > 0 || staleIfError !== false
    if (isUseful) await copies.keep(url, stored)
  }

  /** Reads a resource from a copy, or from the service. */
  const load = async (resource: ClientResource, plan: CallSettings, signal: Signal): Promise<Reply> => {
    const { type, url } = resource
    const stored = isKept(resource) ? await copies.find(url, type) : undefined
    const isUsable = plan.mode === "force-cache" || (plan.mode === "default" && stored && isFresh(stored, now()))
    if (stored !== undefined && isUsable === true) return copyOf(stored, undefined)
    try {
      return await request(resource, plan, stored, signal)
    } catch (problem) {
      if (problem instanceof Unauthorized || problem instanceof KeyRevoked) await copies.forgetAll(url)
      else if (problem instanceof TaxonomyError && !isTemporary(problem)) await copies.forget(url)
      const copy = stored ?? (await findInSchema(resource))
      const staleness = copy && findStaleness(copy, problem, staleIfError, now())
      if (copy === undefined || staleness === undefined) throw problem
      return copyOf(copy, staleness)
    }
  }

  /** The body of a resource as the stored schema of the same release contains it. */
  const findInSchema = async ({ parameters, type, url }: ClientResource): Promise<StoredResponse | undefined> => {
    if (staleIfError === false || parameters.length > 0) return undefined
    const whole = toResource(settings, endpoints.schema, [])
    const stored = await copies.find(whole.url, whole.type)
    if (stored === undefined) return undefined
    const code = decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "")
    const body = partOfSchema(JSON.parse(new TextDecoder().decode(stored.body)), type, code)
    if (body === undefined) return undefined
    // What its headers say of deprecations is about the whole schema.
    const { "x-deprecation-warning": _, ...headers } = stored.headers
    return { ...stored, headers, body: new TextEncoder().encode(JSON.stringify(body)) }
  }

  /** Reads the bytes of a resource for one of the callers that may share them. */
  const call = (resource: ClientResource, options: CallSettings, signal: Signal): Promise<Reply> => {
    const { headers, mode, requestId, retries, timeout } = options
    if (browser && requestId !== undefined) {
      settings.warnOnce("requestId is not sent, since a browser would need a preflight that the service refuses.")
    }
    const plan = { ...options, requestId: browser ? undefined : (requestId ?? globalThis.crypto.randomUUID()) }
    // A request with an id of its own must reach the server's log.
    return requestId === undefined && !settings.isRequestScoped
      ? share(JSON.stringify([mode, timeout, retries, headers, resource.url]), signal, (shared) =>
          load(resource, plan, shared)
        )
      : load(resource, plan, signal)
  }

  /** Reads a resource. Rejects with an `AnyTaxonomyError`, or with the reason of the signal. */
  const read = async <Body>(
    resource: ClientResource,
    options: CallOptions,
    signal: Signal
  ): Promise<WithResponse<Body> & { readonly bytes: Uint8Array }> => {
    const parsed = parseCallOptions(settings, options)
    const { bytes, headers, requestId, staleness, status } = await call(resource, parsed, signal)
    const text = new TextDecoder().decode(bytes)
    const body: unknown = resource.isText ? text : JSON.parse(text)
    if (typeof body === "object" && body !== null) report(resource, headers, body)
    if (staleness !== undefined) settings.onStale({ ...staleness, url: resource.url })
    const masked = new Headers([...headers].map(([name, value]): [string, string] => [name, mask(value)]))
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The body has been checked against its type
      data: (parsed.languages.length === 0 ? body : localize(resource.type, body, parsed.languages)) as Body,
      response: {
        status,
        requestId,
        version: servedVersionOf(masked),
        rateLimit: rateLimitOf(masked),
        staleness,
        headers: Object.fromEntries(masked)
      },
      bytes
    }
  }

  return { read }
}

export type ClientCore = ReturnType<typeof makeClientCore>

/** The body of another type that a schema contains. */
const partOfSchema = (schema: TaxonomySchema, type: BodyType, code: string): object | undefined => {
  const { _meta, base_licenses: licenses, dimensions, published_at, version } = schema
  switch (type) {
    case endpoints.dimensions.type:
      return { version, dimensions, count: Object.keys(dimensions).length, _meta }
    case endpoints.licenses.type:
      return { version, licenses, count: licenses.length, _meta }
    case endpoints.license.type: {
      const license = licenses.find((each) => each.code === code)
      return license && { ...license, version, published_at, _meta }
    }
    default:
      return undefined
  }
}

/** A copy in the place of a response. */
const copyOf = ({ body, headers }: StoredResponse, staleness: Staleness | undefined): Reply => ({
  bytes: body,
  status: undefined,
  requestId: undefined,
  headers: new Headers(headers),
  staleness
})

/** True if copies of the resource are kept. */
const isKept = ({ isKeyed, isText }: ClientResource): boolean => isKeyed && !isText

/** True if the resource may be as it was. */
const isTemporary = (problem: TaxonomyError): boolean => isOutage(problem) || problem instanceof UnexpectedAnswer

const noSignal = (): Signal => new AbortController().signal
