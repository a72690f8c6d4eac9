import { versionSelectorPattern } from "../../api/parameters/ParameterPatterns.ts"
import { isCode, isDimensionName } from "../../domain/taxonomy/Names.ts"
import { typeOf, type BodyType } from "../model/BodyType.ts"
import {
  changesType,
  dimensionsType,
  healthType,
  itemsType,
  licensesType,
  licenseType,
  releasesType,
  taxonomySchemaType
} from "../model/BodyTypes.generated.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import {
  deprecatedDimensions,
  deprecatedLicenses,
  itemsOfDimensions,
  itemsOfLicenses
} from "../model/DeprecationNotices.ts"
import {
  localizeChanges,
  localizeDimensions,
  localizeItems,
  localizeLicense,
  localizeLicenses,
  localizeSchema,
  type LanguageTags
} from "../model/Localization.ts"
import type {
  Changes,
  DeprecatedItem,
  Dimensions,
  Health,
  Items,
  License,
  Licenses,
  Releases,
  TaxonomySchema
} from "../model/Model.generated.ts"
import type { ChangesQuery, LicenseFilter } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"

/** A resource of the service, and how its body is read. */
export interface ClientResource<Body> {
  readonly url: string
  readonly type: BodyType
  /** False for the health, which needs no API key. */
  readonly isKeyed: boolean
  /** False for a body about all releases, which comes with the newest version instead of the client's. */
  readonly isOfRelease: boolean
  /** The deprecations that a body contains. */
  readonly deprecatedIn: (body: Body) => ReadonlyArray<DeprecatedItem>
  /** True if the body of a release describes every item that it names, with its deprecation. */
  readonly describesItems: boolean
  /** The items that a request and its body use, by reference. */
  readonly usedIn: (body: Body) => ReadonlyArray<string>
  readonly localize: (body: Body, languages: LanguageTags) => Body
  /** True for a proof or a checkpoint: a text that the client neither keeps nor reads itself. */
  readonly isText?: boolean
}

/** The resources of the version that the client is for. They throw `InvalidArgument`. */
export const makeResources = ({ apiVersion, baseUrl, version }: ResourceSettings) => {
  const urlOf = (path: string, query: ReadonlyArray<readonly [string, string]> = []): string => {
    const search = new URLSearchParams(query.map((parameter): [string, string] => [...parameter])).toString()
    return `${baseUrl}/${apiVersion}/${path}${search === "" ? "" : `?${search}`}`
  }
  const ofVersion = [["version", version]] as const
  const ofNoItems = { deprecatedIn: () => [], usedIn: () => [] } as const
  const ofRelease = { isKeyed: true, isOfRelease: true, describesItems: false } as const
  const ofHistory = {
    isKeyed: true,
    isOfRelease: false,
    describesItems: true,
    ...ofNoItems
  } as const
  const ofText = {
    isText: true,
    isOfRelease: false,
    describesItems: false,
    ...ofNoItems,
    localize: (text: string) => text
  } as const
  return {
    licenses: (filter: LicenseFilter): ClientResource<Licenses> => {
      const parameters = parseFilter(filter)
      return {
        ...ofRelease,
        url: urlOf("licenses", [...parameters, ...ofVersion]),
        type: licensesType,
        deprecatedIn: ({ licenses }) => deprecatedLicenses(licenses),
        usedIn: ({ licenses }) => [
          ...parameters.flatMap(([name, code]) => [name, `${name}/${code}`]),
          ...itemsOfLicenses(licenses)
        ],
        localize: localizeLicenses
      }
    },
    license: (code: string): ClientResource<License> => ({
      ...ofRelease,
      url: urlOf(`licenses/${encodeURIComponent(parseCode(code))}`, ofVersion),
      type: licenseType,
      deprecatedIn: (license) => deprecatedLicenses([license]),
      usedIn: (license) => itemsOfLicenses([license]),
      localize: localizeLicense
    }),
    dimensions: (): ClientResource<Dimensions> => ({
      ...ofRelease,
      describesItems: true,
      url: urlOf("dimensions", ofVersion),
      type: dimensionsType,
      deprecatedIn: ({ dimensions }) => deprecatedDimensions(dimensions),
      usedIn: ({ dimensions }) => itemsOfDimensions(dimensions),
      localize: localizeDimensions
    }),
    schema: (): ClientResource<TaxonomySchema> => ({
      ...ofRelease,
      describesItems: true,
      url: urlOf("schema", ofVersion),
      type: taxonomySchemaType,
      deprecatedIn: ({ deprecations }) => deprecations,
      usedIn: ({ base_licenses, dimensions }) => [...itemsOfDimensions(dimensions), ...itemsOfLicenses(base_licenses)],
      localize: localizeSchema
    }),
    releases: (): ClientResource<Releases> => ({
      ...ofHistory,
      url: urlOf("releases"),
      type: releasesType,
      localize: (releases) => releases
    }),
    items: (): ClientResource<Items> => ({
      ...ofHistory,
      url: urlOf("items"),
      type: itemsType,
      localize: localizeItems
    }),
    changes: (query: ChangesQuery): ClientResource<Changes> => ({
      ...ofHistory,
      url: urlOf("changes", parseChangesQuery(query)),
      type: changesType,
      localize: localizeChanges
    }),
    /** The proof of an artifact of one release. */
    proof: (subject: string, release: string): ClientResource<string> => ({
      ...ofText,
      url: urlOf(`proofs/${pathOf(subject)}`, [["version", `v${release}`]]),
      type: proofType,
      isKeyed: true
    }),
    checkpoint: (): ClientResource<string> => ({
      ...ofText,
      url: `${baseUrl}/checkpoint`,
      type: checkpointType,
      isKeyed: false
    }),
    health: (): ClientResource<Health> => ({
      url: `${baseUrl}/health`,
      type: healthType,
      isKeyed: false,
      isOfRelease: true,
      describesItems: true,
      ...ofNoItems,
      localize: (health) => health
    })
  }
}

export type Resources = ReturnType<typeof makeResources>

/** The text of a proof (C2SP tlog-proof), as far as the client reads it. */
const proofType = /* @__PURE__ */ typeOf(
  "a proof",
  (text) => typeof text === "string" && text.startsWith("c2sp.org/tlog-proof@v1\n")
)

/** The text of a checkpoint (C2SP signed-note), as far as the client reads it. */
const checkpointType = /* @__PURE__ */ typeOf(
  "a signed note",
  (text) => typeof text === "string" && text.includes("\n\n— ")
)

type ResourceSettings = Pick<ClientSettings, "apiVersion" | "baseUrl" | "version">

/** The path of what a proof is about, below the API version. */
const pathOf = (subject: string): string =>
  subject === "dimensions" || subject === "schema" ? subject : `licenses/${encodeURIComponent(parseCode(subject))}`

const parseCode = (code: unknown): string => {
  if (isCode(code)) return code
  throw new InvalidArgument("code", "must be the code of a license, such as NIL-EDU-IMAGE.")
}

/** The parameters of a query. A member that is `undefined` is as if absent. */
const parseChangesQuery = (query: ChangesQuery): ReadonlyArray<readonly [string, string]> => {
  if (typeof query !== "object" || query === null) {
    throw new InvalidArgument("query", 'must be an object with from, such as { from: "v1.0" }.')
  }
  const { dimension = [], from, kind = [], to } = query
  if (!isVersion(from)) throw new InvalidArgument("from", 'must be a version such as v1, v1.0 or v1.0.0, or "latest".')
  if (to !== undefined && !isVersion(to)) {
    throw new InvalidArgument("to", 'must be a version such as v1, v1.0 or v1.0.0, or "latest".')
  }
  const [kinds, dimensions] = [[kind].flat(), [dimension].flat()]
  if (!kinds.every(isChangeKind)) throw new InvalidArgument("kind", "must be a kind of change, or a list of them.")
  if (!dimensions.every((name) => typeof name === "string" && isDimensionName(name))) {
    throw new InvalidArgument("dimension", "must be the name of a dimension, or a list of them.")
  }
  return [
    ["from", from],
    ...(to === undefined ? [] : [["to", to] as const]),
    ...kinds.map((name) => ["kind", name] as const),
    ...dimensions.map((name) => ["dimension", name] as const)
  ]
}

const isVersion = (version: unknown): version is string =>
  typeof version === "string" && version.length <= 32 && versionSelectorPattern.test(version)

/** The service knows which kinds there are. */
const isChangeKind = (kind: unknown): boolean => typeof kind === "string" && /^[a-z][a-z-]{0,63}$/.test(kind)

/** The parameters of a filter. A member that is `undefined` is as if absent. */
const parseFilter = (filter: LicenseFilter): ReadonlyArray<readonly [string, string]> => {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) {
    throw new InvalidArgument("filter", "must be an object of codes, or lists of codes, by the dimension's name.")
  }
  return Object.entries(filter).flatMap(([name, codes]) => {
    if (!isDimensionName(name)) throw new InvalidArgument("filter", `"${name}" is not a valid dimension name.`)
    if (codes === undefined) return []
    const list = typeof codes === "string" ? [codes] : codes
    if (Array.isArray(list) && list.length > 0 && list.every(isCode)) return list.map((code) => [name, code] as const)
    throw new InvalidArgument("filter", `${name} takes a code or a list of codes, with at least one.`)
  })
}
