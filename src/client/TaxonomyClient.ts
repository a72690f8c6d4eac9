import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { makeClientCore } from "./http/ClientCore.ts"
import { InvalidArgument, type AnyTaxonomyError } from "./model/ClientErrors.ts"
import type { Dimensions, Health, License, Licenses, TaxonomySchema } from "./model/Model.ts"
import type { CallOptions, ClientOptions, LicenseFilter, RateLimit, ServedVersion } from "./options/ClientOptions.ts"
import { settingsOf } from "./options/ClientSettings.ts"

/**
 * Reads a taxonomy. Methods may be taken off the client: `const { license } = client`. Every method gives a promise of the body that the service sent, and rejects with one of
 * `AnyTaxonomyError`, or with the signal's reason where a signal ended the call.
 *
 * @example
 * ```ts
 * const client = new TaxonomyClient({ baseUrl, apiKey, version: "v1.0" })
 * const { licenses } = await client.licenses({ use_type: "editorial", territory: "US" })
 * ```
 */
export class TaxonomyClient {
  readonly #core: ReturnType<typeof makeClientCore>

  /** Throws `InvalidArgument` where an option cannot be used, and in a browser. */
  constructor(options: ClientOptions) {
    this.#core = makeClientCore(settingsOf(options))
  }

  /** All base licenses, or those whose config has the given values. */
  readonly licenses = (filter?: LicenseFilter, options?: CallOptions): Promise<Licenses> =>
    run(this.#core.licenses(filter, options), options)

  /**
   * One base license. Rejects with `NotFound` where none of the release has the code, and with `CodeRemoved` where one
   * of an earlier release had it.
   */
  readonly license = (code: string, options?: CallOptions): Promise<License> =>
    run(this.#core.license(code, options), options)

  /** All dimensions with their values. */
  readonly dimensions = (options?: CallOptions): Promise<Dimensions> => run(this.#core.dimensions(options), options)

  /** The complete taxonomy, with the rules that `validateConfig` checks. */
  readonly schema = (options?: CallOptions): Promise<TaxonomySchema> => run(this.#core.schema(options), options)

  /** How the service is. No key is sent, and nothing is counted. */
  readonly health = (options?: CallOptions): Promise<Health> => run(this.#core.health(options), options)

  /** What the last answer that told it said of the key's limit. */
  get rateLimit(): RateLimit | undefined {
    return this.#core.rateLimit()
  }

  /** What the last answer that told it said of versions: the one to display, and whether there is a newer one. */
  get servedVersion(): ServedVersion | undefined {
    return this.#core.servedVersion()
  }
}

const run = async <A>(call: Effect.Effect<A, AnyTaxonomyError>, options: CallOptions | undefined): Promise<A> => {
  const signal = signalOf(options)
  if (hasEnded(signal)) throw signal?.reason
  const exit = await Effect.runPromiseExit(call, signal === undefined ? undefined : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  const failure = Cause.findErrorOption(exit.cause)
  if (Option.isSome(failure)) {
    // The way to the error leads through Effect alone; from here the stack shows who called.
    if ("captureStackTrace" in Error) Error.captureStackTrace(failure.value, run)
    throw failure.value
  }
  if (hasEnded(signal)) throw signal?.reason
  throw Cause.squash(exit.cause)
}

const hasEnded = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** The signal of a call. From plain JavaScript anything may come. */
const signalOf = (options: unknown): AbortSignal | undefined => {
  if (options === undefined) return undefined
  if (typeof options !== "object" || options === null) throw new InvalidArgument("options", "must be an object.")
  const { signal }: { readonly signal?: unknown } = options
  if (signal === undefined || isSignal(signal)) return signal
  throw new InvalidArgument("signal", "must be an AbortSignal.")
}

// Not every signal is of this realm's class.
const isSignal = (value: unknown): value is AbortSignal =>
  typeof value === "object" &&
  value !== null &&
  "aborted" in value &&
  typeof value.aborted === "boolean" &&
  "addEventListener" in value &&
  typeof value.addEventListener === "function"
