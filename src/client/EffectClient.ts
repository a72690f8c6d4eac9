import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
// The promise client does the work, with the Effect that is compiled into it. So this module needs only stable parts of
// the user's Effect, and both interfaces share their error classes.
import {
  TaxonomyClient as PromiseClient,
  type AnyTaxonomyError,
  type ArtifactWithProof,
  type CallOptions,
  type Changes,
  type ChangesQuery,
  type ClientOptions,
  type Dimensions,
  type Health,
  InvalidArgument,
  type Items,
  type License,
  type LicenseFilter,
  type Licenses,
  type RateLimit,
  type Releases,
  type ServedVersion,
  TaxonomyError,
  type TaxonomySchema
} from "./Package.ts"

/** The options of a client. Without `warn`, warnings are logged. */
export interface EffectClientOptions extends Omit<ClientOptions, "apiKey"> {
  /** An API key. It is sent to `baseUrl` only, and never appears in an error or a warning. */
  readonly apiKey: Redacted.Redacted
}

/** The options of one call. Interrupt the call to abort it. */
export type EffectCallOptions = Omit<CallOptions, "signal">

/**
 * Reads a taxonomy. Every method fails with an `AnyTaxonomyError`; handle one with `Effect.catchTag`.
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
    /** Lists all base licenses, or those whose config has the given values. */
    readonly licenses: (
      filter?: LicenseFilter,
      options?: EffectCallOptions
    ) => Effect.Effect<Licenses, AnyTaxonomyError>
    /** Gets one base license. */
    readonly license: (code: string, options?: EffectCallOptions) => Effect.Effect<License, AnyTaxonomyError>
    /** Gets all dimensions with their values. */
    readonly dimensions: (options?: EffectCallOptions) => Effect.Effect<Dimensions, AnyTaxonomyError>
    /** Gets the complete taxonomy, with the rules that `validateConfig` checks. */
    readonly schema: (options?: EffectCallOptions) => Effect.Effect<TaxonomySchema, AnyTaxonomyError>
    /** Lists every release of the taxonomy, of all majors. */
    readonly releases: (options?: EffectCallOptions) => Effect.Effect<Releases, AnyTaxonomyError>
    /** Lists every item that any release ever had, and when it came and went. */
    readonly items: (options?: EffectCallOptions) => Effect.Effect<Items, AnyTaxonomyError>
    /** Lists the net changes that lead from one release to another. */
    readonly changes: (query: ChangesQuery, options?: EffectCallOptions) => Effect.Effect<Changes, AnyTaxonomyError>
    /** Gets a license, `dimensions` or `schema` as bytes, with their proof for `verifyArtifact`. */
    readonly proof: (subject: string, options?: EffectCallOptions) => Effect.Effect<ArtifactWithProof, AnyTaxonomyError>
    /** Gets the signed state of the log, a text. Sends no API key. */
    readonly checkpoint: (options?: EffectCallOptions) => Effect.Effect<string, AnyTaxonomyError>
    /** Gets the health of the service. Sends no API key. */
    readonly health: (options?: EffectCallOptions) => Effect.Effect<Health, AnyTaxonomyError>
    /** The rate limit of the API key, as of the last response that had it. */
    readonly rateLimit: Effect.Effect<RateLimit | undefined>
    /** The version of the last response that had one. */
    readonly servedVersion: Effect.Effect<ServedVersion | undefined>
  }
>()("taxonomy-licensing-data-service/client/EffectClient/TaxonomyClient") {
  /** Fails for an invalid option, and in a browser. */
  static readonly make = Effect.fnUntraced(function* (
    options: EffectClientOptions
  ): Effect.fn.Return<TaxonomyClient["Service"], InvalidArgument> {
    const context = yield* Effect.context()
    if (typeof options !== "object" || options === null) {
      return yield* Effect.fail(new InvalidArgument("options", "must be an object with baseUrl and apiKey."))
    }
    const client = yield* Effect.sync(
      () =>
        new PromiseClient({
          ...options,
          warn: options.warn ?? ((message) => Effect.runSyncWith(context)(Effect.logWarning(message))),
          apiKey: unwrapKey(options.apiKey)
        })
    ).pipe(
      Effect.catchDefect((problem) => (problem instanceof InvalidArgument ? Effect.fail(problem) : Effect.die(problem)))
    )
    return TaxonomyClient.of({
      licenses: (filter, options) => run("licenses", (signal) => client.licenses(filter, { ...options, signal })),
      license: (code, options) => run("license", (signal) => client.license(code, { ...options, signal })),
      dimensions: (options) => run("dimensions", (signal) => client.dimensions({ ...options, signal })),
      schema: (options) => run("schema", (signal) => client.schema({ ...options, signal })),
      releases: (options) => run("releases", (signal) => client.releases({ ...options, signal })),
      items: (options) => run("items", (signal) => client.items({ ...options, signal })),
      changes: (query, options) => run("changes", (signal) => client.changes(query, { ...options, signal })),
      proof: (subject, options) => run("proof", (signal) => client.proof(subject, { ...options, signal })),
      checkpoint: (options) => run("checkpoint", (signal) => client.checkpoint({ ...options, signal })),
      health: (options) => run("health", (signal) => client.health({ ...options, signal })),
      rateLimit: Effect.sync(() => client.rateLimit),
      servedVersion: Effect.sync(() => client.servedVersion)
    })
  })

  /** The client as a service. */
  static readonly layer = (options: EffectClientOptions): Layer.Layer<TaxonomyClient, InvalidArgument> =>
    Layer.effect(TaxonomyClient, TaxonomyClient.make(options))
}

export * from "./Package.ts"

const run = <A>(name: string, call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, AnyTaxonomyError> =>
  Effect.promise(call).pipe(
    // Any other rejection is a defect.
    Effect.catchDefect((problem) => (isClientError(problem) ? Effect.fail(problem) : Effect.die(problem))),
    Effect.withSpan(`taxonomy.${name}`)
  )

/** Every error of the client is an instance of a class of the union. */
const isClientError = (problem: unknown): problem is AnyTaxonomyError => problem instanceof TaxonomyError

const unwrapKey = (apiKey: Redacted.Redacted): string => {
  if (Redacted.isRedacted(apiKey)) return Redacted.value(apiKey)
  throw new InvalidArgument("apiKey", "must be Redacted. Wrap it with Redacted.make.")
}
