import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { makeClientCore } from "./http/ClientCore.ts"
import { InvalidArgument, type AnyTaxonomyError } from "./model/ClientErrors.ts"
import type { Dimensions, Health, License, Licenses, TaxonomySchema } from "./model/Model.ts"
import type { CallOptions, ClientOptions, LicenseFilter, RateLimit, ServedVersion } from "./options/ClientOptions.ts"
import { parseOptions } from "./options/ClientSettings.ts"

/**
 * Reads a taxonomy. Every method returns the body that the service sent, and rejects with an `AnyTaxonomyError`, or with
 * the reason of the signal that aborted the call. Methods are bound: `const { license } = client` works.
 *
 * @example
 * ```ts
 * const client = new TaxonomyClient({ baseUrl, apiKey, version: "v1.0" })
 * const { licenses } = await client.licenses({ use_type: "editorial", territory: "US" })
 * ```
 */
export class TaxonomyClient {
  readonly #core: ReturnType<typeof makeClientCore>

  /** Throws `InvalidArgument` for an invalid option, and in a browser. */
  constructor(options: ClientOptions) {
    this.#core = makeClientCore(parseOptions(options))
  }

  /** Lists all base licenses, or those whose config has the given values. */
  readonly licenses = (filter?: LicenseFilter, options?: CallOptions): Promise<Licenses> =>
    run(this.#core.licenses(filter, options), options)

  /**
   * Gets one base license. Rejects with `NotFound` for an unknown code, and with `CodeRemoved` for the code of a removed
   * license.
   */
  readonly license = (code: string, options?: CallOptions): Promise<License> =>
    run(this.#core.license(code, options), options)

  /** Gets all dimensions with their values. */
  readonly dimensions = (options?: CallOptions): Promise<Dimensions> => run(this.#core.dimensions(options), options)

  /** Gets the complete taxonomy, with the rules that `validateConfig` checks. */
  readonly schema = (options?: CallOptions): Promise<TaxonomySchema> => run(this.#core.schema(options), options)

  /** Gets the health of the service. Sends no API key and does not count against the rate limit. */
  readonly health = (options?: CallOptions): Promise<Health> => run(this.#core.health(options), options)

  /** The rate limit of the API key, as of the last response that had it. */
  get rateLimit(): RateLimit | undefined {
    return this.#core.rateLimit()
  }

  /** The version of the last response that had one: the one to display, and whether a newer one exists. */
  get servedVersion(): ServedVersion | undefined {
    return this.#core.servedVersion()
  }
}

const run = async <A>(call: Effect.Effect<A, AnyTaxonomyError>, options: CallOptions | undefined): Promise<A> => {
  const signal = signalOf(options)
  if (isAborted(signal)) throw signal?.reason
  const exit = await Effect.runPromiseExit(call, signal === undefined ? undefined : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  const failure = Cause.findErrorOption(exit.cause)
  if (Option.isSome(failure)) {
    // The stack of the error contains only Effect. From here it shows the caller.
    if ("captureStackTrace" in Error) Error.captureStackTrace(failure.value, run)
    throw failure.value
  }
  if (isAborted(signal)) throw signal?.reason
  throw Cause.squash(exit.cause)
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** The signal of a call. Plain JavaScript may pass any value. */
const signalOf = (options: unknown): AbortSignal | undefined => {
  if (options === undefined) return undefined
  if (typeof options !== "object" || options === null) throw new InvalidArgument("options", "must be an object.")
  const { signal }: { readonly signal?: unknown } = options
  if (signal === undefined || isSignal(signal)) return signal
  throw new InvalidArgument("signal", "must be an AbortSignal.")
}

// A signal may come from another realm, so `instanceof` does not work.
const isSignal = (value: unknown): value is AbortSignal =>
  typeof value === "object" &&
  value !== null &&
  "aborted" in value &&
  typeof value.aborted === "boolean" &&
  "addEventListener" in value &&
  typeof value.addEventListener === "function"
