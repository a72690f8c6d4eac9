import { makeClientCore, type ClientCore } from "./http/ClientCore.ts"
import { makeResources, type ClientResource, type Resources } from "./http/Resources.ts"
import { InvalidArgument, TaxonomyError } from "./model/ClientErrors.ts"
import type {
  AnyTaxonomy,
  Changes,
  Dimensions,
  Health,
  Items,
  License,
  Licenses,
  ReleaseMeta,
  Releases,
  TaxonomySchema
} from "./model/Model.generated.ts"
import type { TaxonomyTypes } from "./model/TaxonomyTypes.ts"
import type {
  ArtifactWithProof,
  CallOptions,
  ChangesQuery,
  ClientOptions,
  LicenseFilter,
  LicenseFilterOf,
  RateLimit,
  ServedVersion,
  Signal
} from "./options/ClientOptions.ts"
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
 *
 * With the types of a release as type argument, only its dimensions, values and licenses compile.
 */
export class TaxonomyClient<T extends TaxonomyTypes = AnyTaxonomy> {
  /** Throws `InvalidArgument` for an invalid option, and in a browser. */
  constructor(options: ClientOptions) {
    const settings = parseOptions(options)
    const resources = makeResources(settings)
    internals.set(this, { core: makeClientCore(settings, resources), resources })
  }

  /** Lists all base licenses, or those whose config has the given values. */
  readonly licenses = (filter?: LicenseFilterOf<T>, options?: CallOptions): Promise<Licenses<T>> =>
    read(this, ({ licenses }) => licenses(toFilter(filter)), options)

  /**
   * Gets one base license. Rejects with `NotFound` for an unknown code, and with `CodeRemoved` for the code of a removed
   * license.
   */
  readonly license = (code: T["license"], options?: CallOptions): Promise<License<T>> =>
    read(this, ({ license }) => license(code), options)

  /** Gets all dimensions with their values. */
  readonly dimensions = (options?: CallOptions): Promise<Dimensions<T>> =>
    read(this, ({ dimensions }) => dimensions(), options)

  /** Gets the complete taxonomy, with the rules that `validateConfig` checks. */
  readonly schema = (options?: CallOptions): Promise<TaxonomySchema<T>> => read(this, ({ schema }) => schema(), options)

  /** Lists every release of the taxonomy, of all majors. The version that the client is for does not matter. */
  readonly releases = (options?: CallOptions): Promise<Releases> => read(this, ({ releases }) => releases(), options)

  /** Lists every item that any release ever had: when it was added, deprecated and removed, and what replaces it. */
  readonly items = (options?: CallOptions): Promise<Items> => read(this, ({ items }) => items(), options)

  /** Lists the net changes that lead from one release to another, with what replaces removed items. */
  readonly changes = (query: ChangesQuery, options?: CallOptions): Promise<Changes> =>
    read(this, ({ changes }) => changes(query), options)

  /**
   * Gets a license, `dimensions` or `schema` as bytes, with the proof that its release published them. Verify both with
   * `verifyArtifact` of `taxonomy-licensing-client/verify`. Rejects with `NotFound` if the log is not signed, or not yet
   * for this release.
   */
  readonly proof = (
    subject: T["license"] | "dimensions" | "schema",
    options?: CallOptions
  ): Promise<ArtifactWithProof> =>
    call(this, options, ({ core, resources }, settings, signal) =>
      readProof(core, resources, subject, settings, signal)
    )

  /**
   * Gets the checkpoint: the signed state of the log, a text. Keep it to see later if the history only grew. Sends no
   * API key. Rejects with `NotFound` if the log is not signed.
   */
  readonly checkpoint = (options?: CallOptions): Promise<string> =>
    call(this, options, async ({ core, resources }, settings, signal) =>
      new TextDecoder().decode(await core.readBytes(resources.checkpoint(), settings, signal))
    )

  /** Gets the health of the service. Sends no API key and does not count against the rate limit. */
  readonly health = (options?: CallOptions): Promise<Health> => read(this, ({ health }) => health(), options)

  /** The rate limit of the API key, as of the last response that had it. */
  get rateLimit(): RateLimit | undefined {
    return internals.get(this)?.core.rateLimit()
  }

  /** The version of the last response that had one: the one to display, and whether a newer one exists. */
  get servedVersion(): ServedVersion | undefined {
    return internals.get(this)?.core.servedVersion()
  }
}

const toFilter = (filter: unknown): LicenseFilter =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A filter of fewer dimensions and codes
  filter === undefined ? {} : (filter as LicenseFilter)

interface Internals {
  readonly core: ClientCore
  readonly resources: Resources
}

// A private name would be in the declarations, which compilers for old targets do not accept.
const internals = new WeakMap<object, Internals>()

const read = <Body extends object, Typed>(
  client: object,
  select: (resources: Resources) => ClientResource<Body>,
  options: CallOptions | undefined
): Promise<Typed> =>
  call(client, options, async ({ core, resources }, settings, signal) => {
    const body: unknown = await core.read(select(resources), settings, signal)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types describe the release that the service reads
    return body as Typed
  })

const call = async <A>(
  client: object,
  options: CallOptions | undefined,
  use: (internals: Internals, options: CallOptions, signal: Signal) => Promise<A>
): Promise<A> => {
  const signal = signalOf(options)
  if (signal.aborted) throw signal.reason
  const known = internals.get(client) ?? unconstructed()
  try {
    return await use(known, options ?? {}, signal)
  } catch (problem) {
    throw problem instanceof TaxonomyError ? copyForCaller(problem) : problem
  }
}

/**
 * A copy of an error for one of the callers that may share it. Its stack shows the caller: that of the original contains
 * only the client.
 */
const copyForCaller = (error: TaxonomyError): Error => {
  const copy = new Error(error.message, error.cause === undefined ? undefined : { cause: error.cause })
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error))
  Object.assign(copy, error)
  if ("captureStackTrace" in Error) Error.captureStackTrace(copy, call)
  return copy
}

const unconstructed = (): never => {
  throw new TypeError("A client is made with new TaxonomyClient.")
}

/** The signal of a call. Plain JavaScript may pass any value. */
const signalOf = (options: unknown): Signal => {
  if (options === undefined) return new AbortController().signal
  if (typeof options !== "object" || options === null) throw new InvalidArgument("options", "must be an object.")
  const { signal }: { readonly signal?: unknown } = options
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
  resources: Resources,
  subject: string,
  options: CallOptions,
  signal: Signal
): Promise<ArtifactWithProof> => {
  const read = <Body>(resource: ClientResource<Body>) => core.readBytes(resource, options, signal)
  const bytes = await readArtifact(read, resources, subject)
  const { _meta }: { readonly _meta: ReleaseMeta } = JSON.parse(new TextDecoder().decode(bytes))
  const proof = await read(resources.proof(subject, _meta.release))
  return {
    // The cache keeps the other copy.
    artifact: bytes.slice(),
    proof: new TextDecoder().decode(proof),
    version: _meta.release,
    path: subject === "dimensions" || subject === "schema" ? `${subject}.json` : `licenses/${subject}.json`
  }
}

const readArtifact = (
  read: <Body>(resource: ClientResource<Body>) => Promise<Uint8Array>,
  { dimensions, license, schema }: Resources,
  subject: string
): Promise<Uint8Array> => {
  if (subject === "dimensions") return read(dimensions())
  return subject === "schema" ? read(schema()) : read(license(subject))
}
