import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { RequestId } from "../../api/parameters/RequestHeaders.ts"
import { Code, DimensionName } from "../../domain/taxonomy/Identifiers.ts"
import { InvalidArgument, UnexpectedAnswer, type AnyTaxonomyError } from "../model/ClientErrors.ts"
import { noticesIn } from "../model/DeprecationNotices.ts"
import type { Health, Dimensions, License, Licenses, TaxonomySchema } from "../model/Model.ts"
import type { CallOptions, LicenseFilter, RateLimit, ServedVersion } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import { CurrentCall, makeDerivedClient, rememberable } from "./DerivedClient.ts"
import { failureOf, isPassing } from "./ErrorMapping.ts"
import { makeBodyMemory } from "./ResponseCache.ts"
import { deprecationOf, rateLimitOf, requestIdOf, servedVersionOf } from "./ResponseHeaders.ts"

/** What both interfaces of the client are made of: the calls as effects, and what the last answers said. */
export const makeClientCore = (settings: ClientSettings) => {
  const memory = makeBodyMemory(settings.rememberBytes)
  const api = Effect.runSync(makeDerivedClient(settings, memory))
  const told = makeTold()
  let rateLimit: RateLimit | undefined
  let servedVersion: ServedVersion | undefined

  const params = { api_version: settings.apiVersion }
  const query = { version: settings.version }

  const noteHeaders = ({ incoming, url }: CurrentCall["Service"]): void => {
    if (incoming === undefined) return
    const { headers } = incoming
    rateLimit = rateLimitOf(headers) ?? rateLimit
    servedVersion = servedVersionOf(headers, settings.mask) ?? servedVersion
    const version = servedVersionOf(headers, settings.mask)?.taxonomy
    for (const { key, ...notice } of noticesIn({ ...deprecationOf(headers, settings.mask), url, version })) {
      const requestId = requestIdOf(headers, settings.mask)
      if (told.isNew(key)) settings.onDeprecation({ ...notice, url, requestId })
    }
  }

  /** Sends a request, again where that may help, and gives the body as it came. */
  const call = <A, E>(
    request: Effect.Effect<A, E, CurrentCall>,
    options: CallOptions | undefined
  ): Effect.Effect<BodyOf<A>, AnyTaxonomyError> =>
    Effect.suspend((): Effect.Effect<BodyOf<A>, AnyTaxonomyError> => {
      const requestId = options?.requestId
      if (requestId !== undefined && !isRequestId(requestId)) {
        const form = "must be 1 to 64 of letters, digits, dots, underscores and hyphens."
        return Effect.fail(new InvalidArgument("requestId", form))
      }
      const current: CurrentCall["Service"] = {
        requestId: settings.browser ? undefined : (requestId ?? newRequestId()),
        attempts: 0,
        url: settings.baseUrl,
        incoming: undefined,
        remembered: undefined
      }
      return request.pipe(
        Effect.provideService(CurrentCall, current),
        Effect.onExit(() => Effect.sync(() => noteHeaders(current))),
        Effect.flatMap((decoded) => bodyOf<A>(current, decoded)),
        Effect.mapError((failed) => failureOf(settings, current, failed)),
        Effect.retry({
          times: settings.retries,
          schedule: Schedule.spaced(settings.retryDelay),
          while: isPassing
        })
      )
    })

  /** The decoded body has lost what the contract does not name, so the body as it came is given, once it was decoded. */
  const bodyOf = <A>(
    { incoming, remembered, requestId, url }: CurrentCall["Service"],
    decoded: A
  ): Effect.Effect<BodyOf<A>, UnexpectedAnswer> => {
    if (incoming?.status === 304 && remembered !== undefined) {
      return Effect.succeed(parsed<A>(textOf(remembered.body)))
    }
    if (incoming === undefined || isEnvelope(decoded)) {
      const problem = `GET ${url}: an envelope, which was not asked for`
      return Effect.fail(new UnexpectedAnswer(problem, requestId, incoming?.status ?? 0))
    }
    const body = rememberable(incoming)
    if (body !== undefined && !settings.browser) memory.remember(url, body)
    return Effect.succeed(parsed<A>(textOf(incoming.body)))
  }

  return {
    licenses: (filter: LicenseFilter = {}, options?: CallOptions): Effect.Effect<Licenses, AnyTaxonomyError> =>
      Effect.andThen(
        checkFilter(filter),
        call(api.licenses({ params, query: { ...filter, ...query }, headers: {} }), options)
      ),
    license: (license_code: string, options?: CallOptions): Effect.Effect<License, AnyTaxonomyError> =>
      isCode(license_code)
        ? call(api.license({ params: { ...params, license_code }, query, headers: {} }), options)
        : Effect.fail(new InvalidArgument("code", "must be the code of a license, such as NIL-EDU-IMAGE.")),
    dimensions: (options?: CallOptions): Effect.Effect<Dimensions, AnyTaxonomyError> =>
      call(api.dimensions({ params, query, headers: {} }), options),
    schema: (options?: CallOptions): Effect.Effect<TaxonomySchema, AnyTaxonomyError> =>
      call(api.schema({ params, query, headers: {} }), options),
    /** That the service is about to end is what was asked for, and no error. */
    health: (options?: CallOptions): Effect.Effect<Health, AnyTaxonomyError> =>
      call(
        api.health({ headers: {} }).pipe(Effect.catchIf(isDraining, (draining) => Effect.succeed(draining))),
        options
      ),
    rateLimit: (): RateLimit | undefined => rateLimit,
    servedVersion: (): ServedVersion | undefined => servedVersion
  }
}

/** What is left of the answers of an endpoint where no envelope is asked for, and what is remembered stands for 304. */
type BodyOf<A> = Exclude<A, void | { readonly data: unknown }>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract decodes bodies to what they are, and this one was decoded
const parsed = <A>(text: string): BodyOf<A> => JSON.parse(text) as BodyOf<A>

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

const isEnvelope = (decoded: unknown): boolean => typeof decoded === "object" && decoded !== null && "data" in decoded

const isDraining = <E>(failed: E): failed is Extract<E, { readonly status: "draining" }> =>
  typeof failed === "object" && failed !== null && "status" in failed && failed.status === "draining"

/** The contract passes over names that no dimension can have, and then all licenses would be the answer. */
const checkFilter = (filter: LicenseFilter): Effect.Effect<void, InvalidArgument> => {
  const refused = (problem: string) => Effect.fail(new InvalidArgument("filter", problem))
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) {
    return refused("must be an object of codes, or lists of codes, by the dimension's name.")
  }
  for (const [name, wanted] of Object.entries(filter)) {
    if (!isDimensionName(name)) return refused(`"${String(name)}" is no name of a dimension.`)
    if (!isWanted(wanted)) return refused(`${name} takes a code or a list of codes, with at least one.`)
  }
  return Effect.void
}

const isCode = Schema.is(Code)
const isDimensionName = Schema.is(DimensionName)
const isWanted = Schema.is(Schema.Union([Code, Schema.NonEmptyArray(Code)]))
const isRequestId = Schema.is(RequestId)

const newRequestId = (): string => globalThis.crypto.randomUUID()

/** What was told already. Bounded: after very many, all is told once more. */
const makeTold = () => {
  const told = new Set<string>()
  return {
    isNew: (what: string): boolean => {
      if (told.has(what)) return false
      if (told.size >= 1000) told.clear()
      told.add(what)
      return true
    }
  }
}
