import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
// The package of promises does all the work: it stands on its own, so nothing here depends on how this Effect is made.
import {
  TaxonomyClient as PromiseClient,
  type AnyTaxonomyError,
  type CallOptions,
  type ClientOptions,
  type Dimensions,
  type Health,
  InvalidArgument,
  type License,
  type LicenseFilter,
  type Licenses,
  type RateLimit,
  type ServedVersion,
  TaxonomyError,
  type TaxonomySchema
} from "./Package.ts"

/** How a client is made. Warnings are logged where no `warn` is given. */
export interface EffectClientOptions extends Omit<ClientOptions, "apiKey"> {
  /** An API key. It is sent to `baseUrl` and nowhere else, and never stands in an error or a warning. */
  readonly apiKey: Redacted.Redacted
}

/** What a single call may be given. It is ended by interrupting it. */
export type EffectCallOptions = Omit<CallOptions, "signal">

/**
 * Reads a taxonomy. Every method fails with an `AnyTaxonomyError`, for `Effect.catchTag` to tell apart.
 *
 * @example
 * ```ts
 * const program = Effect.gen(function* () {
 *   const client = yield* TaxonomyClient
 *   return yield* client.license("NIL-EDU-IMAGE")
 * }).pipe(Effect.provide(TaxonomyClient.layer({ baseUrl, apiKey })))
 * ```
 */
export class TaxonomyClient extends Context.Service<
  TaxonomyClient,
  {
    /** All base licenses, or those whose config has the given values. */
    readonly licenses: (
      filter?: LicenseFilter,
      options?: EffectCallOptions
    ) => Effect.Effect<Licenses, AnyTaxonomyError>
    /** One base license. */
    readonly license: (code: string, options?: EffectCallOptions) => Effect.Effect<License, AnyTaxonomyError>
    /** All dimensions with their values. */
    readonly dimensions: (options?: EffectCallOptions) => Effect.Effect<Dimensions, AnyTaxonomyError>
    /** The complete taxonomy, with the rules that `validateConfig` checks. */
    readonly schema: (options?: EffectCallOptions) => Effect.Effect<TaxonomySchema, AnyTaxonomyError>
    /** How the service is. No key is sent. */
    readonly health: (options?: EffectCallOptions) => Effect.Effect<Health, AnyTaxonomyError>
    /** What the last answer that told it said of the key's limit. */
    readonly rateLimit: Effect.Effect<RateLimit | undefined>
    /** What the last answer that told it said of versions. */
    readonly servedVersion: Effect.Effect<ServedVersion | undefined>
  }
>()("taxonomy-licensing-data-service/client/EffectClient/TaxonomyClient") {
  /** Fails where an option cannot be used, and in a browser. */
  static readonly make = Effect.fnUntraced(function* (
    options: EffectClientOptions
  ): Effect.fn.Return<TaxonomyClient["Service"], InvalidArgument> {
    const context = yield* Effect.context()
    if (typeof options !== "object" || options === null) {
      return yield* Effect.fail(new InvalidArgument("options", "must be an object with baseUrl and apiKey."))
    }
    const client = yield* Effect.try({
      try: () =>
        new PromiseClient({
          ...options,
          warn: options.warn ?? ((message) => Effect.runSyncWith(context)(Effect.logWarning(message))),
          apiKey: keyOf(options.apiKey)
        }),
      catch: (problem) => (problem instanceof InvalidArgument ? problem : new Mistake(problem))
    }).pipe(Effect.catchTag("Mistake", died))
    return TaxonomyClient.of({
      licenses: (filter, options) => called("licenses", (signal) => client.licenses(filter, { ...options, signal })),
      license: (code, options) => called("license", (signal) => client.license(code, { ...options, signal })),
      dimensions: (options) => called("dimensions", (signal) => client.dimensions({ ...options, signal })),
      schema: (options) => called("schema", (signal) => client.schema({ ...options, signal })),
      health: (options) => called("health", (signal) => client.health({ ...options, signal })),
      rateLimit: Effect.sync(() => client.rateLimit),
      servedVersion: Effect.sync(() => client.servedVersion)
    })
  })

  /** The client as a service. */
  static readonly layer = (options: EffectClientOptions): Layer.Layer<TaxonomyClient, InvalidArgument> =>
    Layer.effect(TaxonomyClient, TaxonomyClient.make(options))
}

export * from "./Package.ts"

const called = <A>(name: string, call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, AnyTaxonomyError> =>
  Effect.tryPromise({ try: call, catch: (problem) => (isOwn(problem) ? problem : new Mistake(problem)) }).pipe(
    Effect.catchTag("Mistake", died),
    Effect.withSpan(`taxonomy.${name}`)
  )

/** Anything that was thrown and is no error of the client: a mistake in a program. */
class Mistake {
  readonly _tag = "Mistake"
  readonly thrown: unknown
  constructor(thrown: unknown) {
    this.thrown = thrown
  }
}

const died = ({ thrown }: Mistake): Effect.Effect<never> => Effect.die(thrown)

/** Every error of the client is of one of the classes that the union has. */
const isOwn = (problem: unknown): problem is AnyTaxonomyError => problem instanceof TaxonomyError

const keyOf = (apiKey: Redacted.Redacted): string => {
  if (Redacted.isRedacted(apiKey)) return Redacted.value(apiKey)
  throw new InvalidArgument("apiKey", "must be Redacted, as Redacted.make makes it.")
}
