import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { RequestId } from "../../api/parameters/RequestHeaders.ts"
import { Code, DimensionName } from "../../domain/taxonomy/Identifiers.ts"
import { InvalidArgument, UnexpectedAnswer, type AnyTaxonomyError } from "../model/ClientErrors.ts"
import { deprecatedDimensions, deprecatedLicenses, makeNotices } from "../model/DeprecationNotices.ts"
import {
  localizeDimensions,
  localizeLicense,
  localizeLicenses,
  localizeSchema,
  invalidLocale,
  parseLocale,
  type Languages
} from "../model/Localization.ts"
import type { DeprecatedItem, Dimensions, Health, License, Licenses, TaxonomySchema } from "../model/Model.ts"
import type { CallOptions, LicenseFilter, RateLimit, ServedVersion } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import { CurrentCall, makeDerivedClient, toCachedBody } from "./DerivedClient.ts"
import { isRetryable, toClientError } from "./ErrorMapping.ts"
import { makeResponseCache } from "./ResponseCache.ts"
import { deprecationHeadersOf, rateLimitOf, requestIdOf, servedVersionOf } from "./ResponseHeaders.ts"

/** The calls of both interfaces as effects, and the state that the last responses left. */
export const makeClientCore = (settings: ClientSettings) => {
  const cache = makeResponseCache(settings.rememberBytes)
  const api = Effect.runSync(makeDerivedClient(settings, cache))
  const toNotice = makeNotices()
  let rateLimit: RateLimit | undefined
  let servedVersion: ServedVersion | undefined

  const params = { api_version: settings.apiVersion }
  const query = { version: settings.version }

  const readHeaders = ({ incoming, url }: CurrentCall["Service"], items: ReadonlyArray<DeprecatedItem>): void => {
    if (incoming === undefined) return
    const { headers } = incoming
    rateLimit = rateLimitOf(headers) ?? rateLimit
    servedVersion = servedVersionOf(headers, settings.mask) ?? servedVersion
    const requestId = requestIdOf(headers, settings.mask)
    const notice = toNotice(deprecationHeadersOf(headers, settings.mask), items, { requestId, url })
    if (notice !== undefined) settings.onDeprecation(notice)
  }

  /** Sends a request, retries it if that may help, and returns the body as received, with localized texts. */
  const call = <A, E>(
    request: Effect.Effect<A, E, CurrentCall>,
    options: CallOptions | undefined,
    deprecatedIn: (body: BodyOf<A>) => ReadonlyArray<DeprecatedItem>,
    localize: (body: BodyOf<A>, languages: Languages) => BodyOf<A>
  ): Effect.Effect<BodyOf<A>, AnyTaxonomyError> =>
    Effect.suspend((): Effect.Effect<BodyOf<A>, AnyTaxonomyError> => {
      const requestId = options?.requestId
      if (requestId !== undefined && !isRequestId(requestId)) {
        const problem = "must be 1 to 64 letters, digits, dots, underscores and hyphens."
        return Effect.fail(new InvalidArgument("requestId", problem))
      }
      const locale = options?.locale
      const languages = locale === undefined ? settings.languages : parseLocale(locale, settings.sourceLanguage)
      if (languages === undefined) return Effect.fail(invalidLocale())
      const current: CurrentCall["Service"] = {
        requestId: settings.browser ? undefined : (requestId ?? globalThis.crypto.randomUUID()),
        attempts: 0,
        url: settings.baseUrl,
        incoming: undefined,
        cached: undefined
      }
      return request.pipe(
        Effect.provideService(CurrentCall, current),
        Effect.flatMap((decoded) => bodyOf<A>(current, decoded)),
        Effect.onExit((exit) =>
          Effect.sync(() => readHeaders(current, Exit.isSuccess(exit) ? deprecatedIn(exit.value) : []))
        ),
        Effect.map((body) => (languages.length === 0 ? body : localize(body, languages))),
        Effect.mapError((failure) => toClientError(settings, current, failure)),
        Effect.retry({
          times: settings.retries,
          schedule: Schedule.spaced(settings.retryDelay),
          while: isRetryable
        })
      )
    })

  /** The body as received, since the decoded one lacks every field that the contract does not name. */
  const bodyOf = <A>(
    { cached, incoming, requestId, url }: CurrentCall["Service"],
    decoded: A
  ): Effect.Effect<BodyOf<A>, UnexpectedAnswer> => {
    if (incoming?.status === 304 && cached !== undefined) return Effect.succeed(parseBody<A>(cached.body))
    if (incoming === undefined || isEnvelope(decoded)) {
      const problem = `GET ${url}: an envelope, which the client did not request`
      return Effect.fail(new UnexpectedAnswer(problem, requestId, incoming?.status ?? 0))
    }
    const body = toCachedBody(incoming)
    if (body !== undefined && !settings.browser) cache.set(url, body)
    return Effect.succeed(parseBody<A>(incoming.body))
  }

  return {
    licenses: (filter: LicenseFilter = {}, options?: CallOptions): Effect.Effect<Licenses, AnyTaxonomyError> =>
      Effect.andThen(
        checkFilter(filter),
        call(
          api.licenses({ params, query: { ...filter, ...query }, headers: {} }),
          options,
          ({ licenses }) => deprecatedLicenses(licenses),
          localizeLicenses
        )
      ),
    license: (license_code: string, options?: CallOptions): Effect.Effect<License, AnyTaxonomyError> =>
      isCode(license_code)
        ? call(
            api.license({ params: { ...params, license_code }, query, headers: {} }),
            options,
            (license) => deprecatedLicenses([license]),
            localizeLicense
          )
        : Effect.fail(new InvalidArgument("code", "must be the code of a license, such as NIL-EDU-IMAGE.")),
    dimensions: (options?: CallOptions): Effect.Effect<Dimensions, AnyTaxonomyError> =>
      call(
        api.dimensions({ params, query, headers: {} }),
        options,
        ({ dimensions }) => deprecatedDimensions(dimensions),
        localizeDimensions
      ),
    schema: (options?: CallOptions): Effect.Effect<TaxonomySchema, AnyTaxonomyError> =>
      call(api.schema({ params, query, headers: {} }), options, ({ deprecations }) => deprecations, localizeSchema),
    /** A draining server answers 503 with its health, which is a result here and no error. */
    health: (options?: CallOptions): Effect.Effect<Health, AnyTaxonomyError> =>
      call(
        api.health({ headers: {} }).pipe(Effect.catchIf(isDraining, (draining) => Effect.succeed(draining))),
        options,
        () => [],
        (health) => health
      ),
    rateLimit: (): RateLimit | undefined => rateLimit,
    servedVersion: (): ServedVersion | undefined => servedVersion
  }
}

/** The bodies of an endpoint without the envelope, which the client never requests, and without 304. */
type BodyOf<A> = Exclude<A, void | { readonly data: unknown }>

const parseBody = <A>(body: Uint8Array): BodyOf<A> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract has decoded this body
  JSON.parse(new TextDecoder().decode(body)) as BodyOf<A>

const isEnvelope = (decoded: unknown): boolean => typeof decoded === "object" && decoded !== null && "data" in decoded

const isDraining = <E>(failure: E): failure is Extract<E, { readonly status: "draining" }> =>
  typeof failure === "object" && failure !== null && "status" in failure && failure.status === "draining"

/** The contract drops names that no dimension can have, which would return all licenses. */
const checkFilter = (filter: LicenseFilter): Effect.Effect<void, InvalidArgument> => {
  const fail = (problem: string) => Effect.fail(new InvalidArgument("filter", problem))
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) {
    return fail("must be an object of codes, or lists of codes, by the dimension's name.")
  }
  for (const [name, codes] of Object.entries(filter)) {
    if (!isDimensionName(name)) return fail(`"${String(name)}" is not a valid dimension name.`)
    if (!isCodeOrList(codes)) return fail(`${name} takes a code or a list of codes, with at least one.`)
  }
  return Effect.void
}

const isCode = Schema.is(Code)
const isDimensionName = Schema.is(DimensionName)
const isCodeOrList = Schema.is(Schema.Union([Code, Schema.NonEmptyArray(Code)]))
const isRequestId = Schema.is(RequestId)
