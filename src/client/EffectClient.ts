import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
// The promise client does the work, with the Effect that is compiled into it. So this module needs only stable parts of
// the user's Effect, and both interfaces share their error classes.
import { optionsIndexOf } from "./http/Resources.ts"
import type { Endpoint } from "./model/BodyType.ts"
import { endpoints } from "./model/BodyTypes.generated.ts"
import {
  TaxonomyClient as PromiseClient,
  type AnyTaxonomyError,
  type CallOptions,
  type ClientOptions,
  type DerivedOptions,
  InvalidArgument,
  type ResponsePromise,
  TaxonomyError,
  type WithResponse
} from "./Package.ts"

/** The options of a client. Without `warn`, warnings are logged. */
export interface EffectClientOptions extends Omit<ClientOptions, "apiKey"> {
  /**
   * An API key. It is sent to `baseUrl` only, and never appears in an error or a warning. Default: `TAXONOMY_API_KEY` of
   * the environment.
   */
  readonly apiKey?: Redacted.Redacted | undefined
}

/** The options of one call. Interrupt the call to abort it. */
export type EffectCallOptions = Omit<CallOptions, "signal">

/** The methods of the promise client, whose effects succeed with the body. */
export type EffectMethods = {
  readonly [Name in Exclude<keyof PromiseClient, "withOptions">]: PromiseClient[Name] extends (
    ...methodArguments: infer Arguments
  ) => ResponsePromise<infer Body>
    ? (...methodArguments: EffectArguments<Arguments>) => Effect.Effect<Body, AnyTaxonomyError>
    : never
}

/** The same methods, whose effects succeed with the body and its response. */
export type EffectMethodsWithResponse = {
  readonly [Name in keyof EffectMethods]: EffectMethods[Name] extends (
    ...methodArguments: infer Arguments
  ) => Effect.Effect<infer Body, AnyTaxonomyError>
    ? (...methodArguments: Arguments) => Effect.Effect<WithResponse<Body>, AnyTaxonomyError>
    : never
}

/** The arguments of a method, whose options have no signal. */
export type EffectArguments<Arguments extends ReadonlyArray<unknown>> = {
  readonly [Index in keyof Arguments]: CallOptions extends Arguments[Index]
    ? EffectCallOptions | undefined
    : Arguments[Index]
}

/** A client of Effect. */
export interface EffectClient extends EffectMethods {
  /** The same methods with the response beside the body: its release, rate limit, request id and headers. */
  readonly withResponse: EffectMethodsWithResponse
  /** Derives a client with other options, which has the API key, the copies and the store of this one. */
  readonly withOptions: (options: DerivedOptions) => Effect.Effect<EffectClient, InvalidArgument>
}

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
export class TaxonomyClient extends Context.Service<TaxonomyClient, EffectClient>()(
  "taxonomy-licensing-data-service/client/EffectClient/TaxonomyClient"
) {
  /** Fails for an invalid option, and in a browser. */
  static readonly make = Effect.fnUntraced(function* (
    options: EffectClientOptions = {}
  ): Effect.fn.Return<TaxonomyClient["Service"], InvalidArgument> {
    const context = yield* Effect.context()
    if (typeof options !== "object" || options === null) {
      return yield* Effect.fail(new InvalidArgument("options", "must be an object."))
    }
    const client = yield* construct(
      () =>
        new PromiseClient({
          ...options,
          warn: options.warn ?? ((message) => Effect.runSyncWith(context)(Effect.logWarning(message))),
          apiKey: unwrapKey(options.apiKey)
        })
    )
    return TaxonomyClient.of(toEffects(client))
  })

  /** The client as a service. */
  static readonly layer = (options?: EffectClientOptions): Layer.Layer<TaxonomyClient, InvalidArgument> =>
    Layer.effect(TaxonomyClient, TaxonomyClient.make(options))
}

export * from "./Package.ts"

/** The methods of a promise client as effects. All of them have their options last. */
const toEffects = (client: PromiseClient): EffectClient => {
  const methodsWith = (resultOf: (promise: ResponsePromise<unknown>) => Promise<unknown>): object =>
    Object.fromEntries(
      [...Object.entries<Endpoint>(endpoints), ["proof", endpoints.license] as const].map(([name, endpoint]) => [
        name,
        (...methodArguments: ReadonlyArray<unknown>) =>
          run(name, (signal) => {
            const first = Array.from({ length: optionsIndexOf(endpoint) }, (_, index) => methodArguments[index])
            const options: unknown = methodArguments[first.length]
            return resultOf(
              Reflect.apply(Reflect.get(client, name), client, [...first, Object.assign({}, options, { signal })])
            )
          })
      ])
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of the methods follow from those of the client
  return {
    ...methodsWith((promise) => promise),
    withResponse: methodsWith((promise) => promise.withResponse()),
    withOptions: (options: DerivedOptions) =>
      Effect.map(
        construct(() => client.withOptions(options)),
        toEffects
      )
  } as EffectClient
}

const run = <A>(name: string, call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, AnyTaxonomyError> =>
  Effect.promise(call).pipe(
    // Any other rejection is a defect.
    Effect.catchDefect((problem) => (isClientError(problem) ? Effect.fail(problem) : Effect.die(problem))),
    Effect.withSpan(`taxonomy.${name}`)
  )

/** Every error of the client is an instance of a class of the union. */
const isClientError = (problem: unknown): problem is AnyTaxonomyError => problem instanceof TaxonomyError

const construct = <A>(make: () => A): Effect.Effect<A, InvalidArgument> =>
  Effect.sync(make).pipe(
    Effect.catchDefect((problem) => (problem instanceof InvalidArgument ? Effect.fail(problem) : Effect.die(problem)))
  )

const unwrapKey = (apiKey: Redacted.Redacted | undefined): string | undefined => {
  if (apiKey === undefined) return undefined
  if (Redacted.isRedacted(apiKey)) return Redacted.value(apiKey)
  throw new InvalidArgument("apiKey", "must be Redacted. Wrap it with Redacted.make.")
}
