// @effect-diagnostics globalDate:off
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { releasesBody } from "../../api/projections/ReleasesProjection.ts"
import { parseJson } from "../../domain/Json.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { bySelector, withoutPrefix } from "../../domain/release/ReleaseLines.ts"
import { makeLicenseFilter, matchesFilter } from "../../domain/taxonomy/LicenseFilter.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { compare, firstServedMajor, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { clientVersion } from "../ClientVersion.ts"
import { findMismatch, formatMismatch, fullVersion, type BodyType } from "../model/BodyType.ts"
import { InvalidArgument, UnexpectedAnswer } from "../model/ClientErrors.ts"
import type { AnyTaxonomy, Dimensions, Licenses } from "../model/Model.generated.ts"
import type { TaxonomyTypes } from "../model/TaxonomyTypes.ts"
import type { ClientOptions, FetchedResponse } from "../options/ClientOptions.ts"
import { TaxonomyClient } from "../TaxonomyClient.ts"

/** The options of a client that reads a folder. */
export type FolderOptions = Pick<ClientOptions, "locale" | "onDeprecation" | "sourceLanguage" | "version" | "warn">

/**
 * Makes a client that reads a folder of releases, or one release, instead of a service, for Node, Bun and Deno. It sends
 * nothing. What it reads must have the digest that the manifest of the release states, and the manifest that of the ledger.
 * `items()`, `changes()`, `proof()` and `checkpoint()` reject with `NotFound`: a service makes these. Rejects with
 * `InvalidArgument` if the folder contains no release.
 *
 * @example
 * ```ts
 * const client = await fromFolder("releases", { version: "v1.0" })
 * const schema = await client.schema()
 * ```
 */
export const fromFolder = async <T extends TaxonomyTypes = AnyTaxonomy>(
  folder: string,
  options: FolderOptions = {}
): Promise<TaxonomyClient<T>> => {
  const { defaultVersion, releases, ...source } = await readSource(folder)
  return new TaxonomyClient<T>({
    ...options,
    version: options.version ?? defaultVersion,
    baseUrl: "https://folder.invalid",
    apiKey: "folder",
    retries: 0,
    rememberBytes: 0,
    fetch: (url) => answer({ releases, ...source }, new URL(url))
  })
}

/** What a folder contains. */
interface Source {
  readonly releases: ReadonlyMap<Version, ReleaseFolder>
  /** What the ledger says; of a folder of one release, `undefined`. */
  readonly history: ReleaseHistory | undefined
}

interface ReleaseFolder {
  readonly folder: string
  /** The digest of the manifest, if a ledger states it. */
  readonly manifest: string | undefined
}

const readSource = async (folder: string): Promise<Source & { readonly defaultVersion: string | undefined }> => {
  const ledger = await readIfThere(join(folder, "ledger.ndjson"))
  if (ledger !== undefined) {
    const history = readLedger(ledger.toString("utf8"))
    const releases = [...history.releases.values()].map(({ manifest, version }) => {
      return [version, { folder: join(folder, `v${version}`), manifest }] as const
    })
    return { releases: new Map(releases), history, defaultVersion: undefined }
  }
  const text = await readIfThere(join(folder, "manifest.json"))
  if (text === undefined) throw new InvalidArgument("folder", "must contain ledger.ndjson or manifest.json.")
  const { version } = parseChecked<Manifest>("manifest.json", manifestType, text.toString("utf8"))
  return {
    releases: new Map([[version, { folder, manifest: undefined }]]),
    history: undefined,
    defaultVersion: `v${version}`
  }
}

const readIfThere = async (file: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(file)
  } catch (problem) {
    if (problem instanceof Error && "code" in problem && problem.code === "ENOENT") return undefined
    throw problem
  }
}

/** Reads the events of a ledger. Those of other types say nothing of what a client reads. */
const readLedger = (text: string): ReleaseHistory => {
  const events = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => parseChecked<LedgerEvent>("ledger.ndjson", eventType, line))
  const dataOf = (type: keyof typeof dataTypes) =>
    events
      .filter((event) => event.type === type)
      .map(({ data }) => check<Readonly<Record<string, unknown>>>("ledger.ndjson", dataTypes[type], data))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What is read of it has been checked
  return {
    releases: new Map(dataOf("ReleasePublished").map((data) => [data["version"], data])),
    withdrawn: new Map(dataOf("ReleaseWithdrawn").map((data) => [data["version"], data])),
    endedMajors: new Map(dataOf("MajorEnded").map((data) => [data["major"], data]))
  } as unknown as ReleaseHistory
}

interface LedgerEvent {
  readonly type: string
  readonly data: unknown
}

const eventType = { type: "string", data: "object" } as const

const dataTypes = {
  ReleasePublished: {
    version: fullVersion,
    base: "string or null",
    published_at: "string",
    manifest: "string",
    changes: ["list", { kind: "string" }],
    waivers: ["list", { rule: "string", subject: "string", reason: "string", approved_by: "string" }]
  },
  ReleaseWithdrawn: { version: fullVersion, date: "string", reason: "string" },
  MajorEnded: { major: "whole number", date: "string", reason: "string" }
} as const

interface Manifest {
  readonly version: Version
  readonly files: Readonly<Record<string, { readonly sha256: string }>>
}

const manifestType = { version: fullVersion, files: ["record", { sha256: "string" }] } as const

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The type that the value is checked against decides
const check = <A>(file: string, type: BodyType, value: unknown): A => {
  const mismatch = findMismatch(type, value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It has just been checked
  if (mismatch === undefined) return value as A
  throw new InvalidArgument("folder", `${file} is invalid: ${formatMismatch(mismatch)}.`)
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The type that the text is checked against decides
const parseChecked = <A>(file: string, type: BodyType, text: string): A => check(file, type, parseJson(text))

/** Answers a request of the client as a service would. */
const answer = async ({ history, releases }: Source, { pathname, searchParams }: URL): Promise<FetchedResponse> => {
  const [, api = "", resource = "", code] = pathname.split("/").map(decodeURIComponent)
  if (api === "health") return respond({ status: "ok", version: clientVersion, timestamp: new Date().toISOString() })
  const isPart = code !== undefined && resource !== "licenses"
  if (isPart || !folderResources.has(resource) || (resource === "releases" && history === undefined)) {
    const name = isPart ? pathname.split("/").slice(2).join("/") : resource || api
    return refuse("resource-not-found", 404, `The folder does not contain ${name}. Ask a service.`)
  }
  const withdrawn: ReleaseHistory["withdrawn"] = history?.withdrawn ?? new Map()
  const served = [...releases.keys()].filter((version) => majorOf(version) >= firstServedMajor).toSorted(compare)
  const ofApi = served.filter((version) => `v${majorOf(version)}` === api)
  const newestOf = (versions: ReadonlyArray<Version>) =>
    versions.findLast((version) => !withdrawn.has(version)) ?? versions.at(-1)
  const selector = searchParams.get("version") ?? "latest"
  const named = bySelector(
    ofApi.map((version) => [version, version] as const),
    { withdrawn }
  )
  const version = selector === "latest" ? newestOf(ofApi) : named.get(withoutPrefix(selector))
  const release = version && releases.get(version)
  if (version === undefined || release === undefined) {
    return refuse("version-not-found", 404, `The folder has no release ${selector === "latest" ? api : selector}.`)
  }
  const latest = newestOf(served) ?? version
  const headers = {
    "x-api-version": api,
    "x-taxonomy-version": shortName(version),
    "x-latest-version": shortName(latest),
    "x-latest-compatible-version": shortName(newestOf(ofApi) ?? version),
    "x-upgrade-available": String(compare(version, latest) < 0),
    ...(withdrawn.has(version) ? { "x-deprecation-warning": `Release v${version} was withdrawn` } : {})
  }
  if (resource === "releases" && history !== undefined) return respond(releasesBody(history, version), headers)
  const artifacts = await openRelease(release)
  if (resource !== "licenses") return respond(await artifacts.read(`${resource}.json`), headers)
  if (code === undefined) return filterLicenses(artifacts, searchParams, headers)
  const license = await artifacts.find(`licenses/${code}.json`)
  return license === undefined
    ? refuse("license-not-found", 404, `Base license '${code}' not found`)
    : respond(license, headers)
}

const folderResources: ReadonlySet<string> = new Set(["dimensions", "licenses", "releases", "schema"])

const filterLicenses = async (
  { read }: Artifacts,
  parameters: URLSearchParams,
  headers: Readonly<Record<string, string>>
): Promise<FetchedResponse> => {
  const { dimensions } = await readJson<Dimensions>(read, "dimensions.json")
  const { licenses, ...list } = await readJson<Licenses>(read, "licenses.json")
  const filter = makeLicenseFilter([...parameters].filter(([name]) => name !== "version"))
  for (const { dimension, values } of filter) {
    const known = Object.hasOwn(dimensions, dimension) ? dimensions[dimension]?.values : undefined
    if (known === undefined) return refuse("parameter-unknown", 400, `The release has no dimension '${dimension}'`)
    const unknown = [...values].find((code) => !known.includes(code))
    if (unknown !== undefined) return refuse("value-unknown", 400, `'${unknown}' is not a value of ${dimension}`)
  }
  const found = licenses.filter(({ config }) => matchesFilter(filter, config))
  return respond({ ...list, licenses: found, count: found.length }, headers)
}

/** The artifacts of a release, by the paths of its manifest. */
interface Artifacts {
  readonly find: (path: string) => Promise<Uint8Array | undefined>
  readonly read: (path: string) => Promise<Uint8Array>
}

const openRelease = async ({ folder, manifest }: ReleaseFolder): Promise<Artifacts> => {
  const file = join(folder, "manifest.json")
  const text = await readFile(file)
  if (manifest !== undefined) requireDigest(file, text, manifest)
  const { files } = parseChecked<Manifest>(file, manifestType, text.toString("utf8"))
  const find = async (path: string): Promise<Uint8Array | undefined> => {
    const stated = Object.hasOwn(files, path) ? files[path] : undefined
    if (stated === undefined) return undefined
    const bytes = await readFile(join(folder, path))
    requireDigest(join(folder, path), bytes, `sha256:${stated.sha256}`)
    return bytes
  }
  const read = async (path: string): Promise<Uint8Array> =>
    (await find(path)) ?? Promise.reject(new UnexpectedAnswer(`${file} does not list ${path}.`, undefined, 200))
  return { find, read }
}

const readJson = async <A>(read: Artifacts["read"], path: string): Promise<A> =>
  JSON.parse(new TextDecoder().decode(await read(path)))

const requireDigest = (file: string, bytes: Uint8Array, stated: string): void => {
  if (`sha256:${createHash("sha256").update(bytes).digest("hex")}` === stated) return
  throw new UnexpectedAnswer(`${file} does not have the digest ${stated}: it was changed.`, undefined, 200)
}

const respond = (body: unknown, headers: Readonly<Record<string, string>> = {}): FetchedResponse =>
  new Response(body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body), {
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers }
  })

const refuse = (code: string, status: number, message: string): FetchedResponse =>
  Response.json(status === 400 ? { error: message } : { message }, { status, headers: { "x-error-code": code } })
