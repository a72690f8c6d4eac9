import { makeCopies } from "./cache/Copies.ts"
import { makeClientCore, type ClientCore, type SharedState } from "./http/ClientCore.ts"
import { optionsIndexOf, toResource } from "./http/Resources.ts"
import { proof as proofType, type Endpoint } from "./model/BodyType.ts"
import { endpoints } from "./model/BodyTypes.generated.ts"
import { InvalidArgument, TaxonomyError } from "./model/ClientErrors.ts"
import { makeDeduplicator } from "./model/DeprecationNotices.ts"
import type { EndpointMethods } from "./model/Methods.generated.ts"
import type { AnyTaxonomy, License } from "./model/Model.generated.ts"
import { toResponsePromise, type ResponsePromise, type WithResponse } from "./model/ResponsePromise.ts"
import type { TaxonomyTypes } from "./model/TaxonomyTypes.ts"
import type { ArtifactWithProof, CallOptions, ClientOptions, DerivedOptions, Signal } from "./options/ClientOptions.ts"
import { parseOptions, type ClientSettings } from "./options/ClientSettings.ts"

/** The methods of the endpoints, which every client has. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- The constructor assigns the methods of all endpoints
export interface TaxonomyClient<T extends TaxonomyTypes = AnyTaxonomy> extends EndpointMethods<T> {}

/**
 * Reads a taxonomy. Every method returns the body that the service sent, and rejects with an `AnyTaxonomyError`, or with
 * the reason of the signal that aborted the call. Methods are bound: `const { license } = client` works.
 *
 * @example
 * ```ts
 * const client = new TaxonomyClient({ baseUrl, apiKey, version: "v1.0" })
 * const { licenses } = await client.licenses({ use_type: "editorial", territory: "US" })
 * ```
 *
 * With the types of a release as type argument, only its dimensions, values and licenses compile.
 */
export class TaxonomyClient<T extends TaxonomyTypes = AnyTaxonomy> {
  /**
   * Gets a license, `dimensions` or `schema` as bytes, with the proof that its release published them. Verify both with
   * `verifyArtifact` of `@nil-licensing/client/verify`. Rejects with `NotFound` if the log is not signed, or not yet for
   * this release.
   */
  declare readonly proof: (
    subject: T["license"] | "dimensions" | "schema",
    options?: CallOptions
  ) => ResponsePromise<ArtifactWithProof>

  /**
   * Derives a client with other options. It has the API key, the copies and the store of this one, and does not repeat
   * its deprecation notices. Throws `InvalidArgument` for an invalid option.
   */
  declare readonly withOptions: (options: DerivedOptions) => TaxonomyClient<T>

  /** Throws `InvalidArgument` for an invalid option, and in a browser. */
  constructor(options: ClientOptions = {}) {
    const isNew = makeDeduplicator()
    const settings = parseOptions(options, isNew)
    Object.assign(this, makeMethods(this, options, settings, { copies: makeCopies(settings), isNew }))
  }
}

/** The methods of one client. Only their closures hold the API key. */
const makeMethods = (client: object, options: ClientOptions, settings: ClientSettings, shared: SharedState) => {
  const core = makeClientCore(settings, shared)
  const methods = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
    const method = (...methodArguments: ReadonlyArray<unknown>) =>
      call(methodArguments[optionsIndexOf(endpoint)], (callOptions, signal) =>
        core.read(toResource(settings, endpoint, methodArguments), callOptions, signal)
      )
    return [name, method] as const
  })
  return {
    ...Object.fromEntries(methods),
    proof: (subject: unknown, callOptions: unknown) =>
      call(callOptions, (checked, signal) => readProof(core, settings, subject, checked, signal)),
    withOptions: (changes: DerivedOptions): object => {
      const derived = { ...options, ...changes, baseUrl: settings.baseUrl, apiKey: settings.apiKey }
      const other: object = Object.create(Object.getPrototypeOf(client))
      return Object.assign(other, makeMethods(other, derived, parseOptions(derived, shared.isNew), shared))
    }
  }
}

const call = <Body>(
  options: unknown,
  use: (options: CallOptions, signal: Signal) => Promise<WithResponse<Body>>
): ResponsePromise<Body> => {
  const run = async () => {
    const checked = checkOptions(options)
    const signal = signalOf(checked)
    if (signal.aborted) throw signal.reason
    try {
      const { data, response } = await use(checked, signal)
      return { data, response }
    } catch (problem) {
      throw problem instanceof TaxonomyError ? copyForCaller(problem, run) : problem
    }
  }
  return toResponsePromise(run())
}

/**
 * A copy of an error for one of the callers that may share it. Its stack shows the caller: that of the original contains
 * only the client.
 */
const copyForCaller = (error: TaxonomyError, caller: () => unknown): Error => {
  const copy = new Error(error.message, error.cause === undefined ? undefined : { cause: error.cause })
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error))
  Object.assign(copy, error)
  if ("captureStackTrace" in Error) Error.captureStackTrace(copy, caller)
  return copy
}

// Plain JavaScript may pass any value.
const checkOptions = (options: unknown): CallOptions => {
  if (options === undefined) return {}
  if (typeof options === "object" && options !== null) return options
  throw new InvalidArgument("options", "must be an object.")
}

const signalOf = ({ signal }: { readonly signal?: unknown }): Signal => {
  if (signal === undefined) return new AbortController().signal
  if (isSignal(signal)) return signal
  throw new InvalidArgument("signal", "must be an AbortSignal.")
}

// A signal may come from another realm, so `instanceof` does not work.
const isSignal = (value: unknown): value is Signal =>
  typeof value === "object" &&
  value !== null &&
  "aborted" in value &&
  typeof value.aborted === "boolean" &&
  "addEventListener" in value &&
  typeof value.addEventListener === "function"

/**
 * Reads an artifact and then its proof. The artifact names its release, so that a release that is published in the meantime
 * does not separate them.
 */
const readProof = async (
  core: ClientCore,
  settings: ClientSettings,
  subject: unknown,
  options: CallOptions,
  signal: Signal
): Promise<WithResponse<ArtifactWithProof>> => {
  const [endpoint, methodArguments]: readonly [Endpoint, ReadonlyArray<unknown>] =
    subject === "dimensions" || subject === "schema" ? [endpoints[subject], []] : [endpoints.license, [subject]]
  const untranslated = { ...options, locale: [] }
  const artifact = toResource(settings, endpoint, methodArguments)
  const { bytes, data, response } = await core.read<Pick<License, "_meta">>(artifact, untranslated, signal)
  const version = data._meta.release
  const path = endpoint.path.replace("{api_version}", "{api_version}/proofs")
  const proof = toResource(
    { ...settings, version: `v${version}` },
    { ...endpoint, path, type: proofType, isText: true },
    methodArguments
  )
  return {
    data: {
      // The cache keeps the other copy.
      artifact: bytes.slice(),
      proof: (await core.read<string>(proof, untranslated, signal)).data,
      version,
      path: `${methodArguments.length === 0 ? "" : "licenses/"}${String(subject)}.json`
    },
    response
  }
}
