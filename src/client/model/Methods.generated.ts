// Made by scripts/generate-docs.ts from src/api/endpoints, with scripts/client/GenerateEndpoints.ts.

import type { CallOptions, LicenseFilterOf } from "../options/ClientOptions.ts"
import type {
  AnyTaxonomy,
  Change,
  Licenses,
  License,
  Dimensions,
  DimensionItem,
  ValueItem,
  Search,
  TaxonomySchema,
  Releases,
  Items,
  Changes,
  Health
} from "./Model.generated.ts"
import type { ResponsePromise } from "./ResponsePromise.ts"
import type { TaxonomyTypes } from "./TaxonomyTypes.ts"

/** The parameters of `search()`. */
export interface SearchQuery {
  /**
   * The words to search for, in any order and regardless of case, accents and plurals. Without any, all items of the
   * release are listed, such as all base licenses with the kind `license`.
   */
  readonly q?: string | undefined
  /** Selects items of these kinds. Repeat the parameter for several. */
  readonly kind?:
    | "dimension"
    | "value"
    | "license"
    | "rule"
    | ReadonlyArray<"dimension" | "value" | "license" | "rule">
    | undefined
  /** The number of results at most. Default: 20. */
  readonly limit?: number | undefined
  /** The `next_cursor` of the page before, for the page after it. Send the other parameters with it again. */
  readonly cursor?: string | undefined
  /**
   * The language of the taxonomy's texts in the answer, where it has them, as a BCP 47 tag. Default: that of the sources.
   */
  readonly lang?: string | undefined
}

/** The parameters of `releases()`. */
export interface ReleasesQuery {
  /** The number of entries in the body at most. Without it, the list is whole. */
  readonly limit?: number | undefined
  /** The `next_cursor` of the page before, for the page after it. Send the other parameters with it again. */
  readonly cursor?: string | undefined
}

/** The parameters of `items()`. */
export interface ItemsQuery {
  /** The number of entries in the body at most. Without it, the list is whole. */
  readonly limit?: number | undefined
  /** The `next_cursor` of the page before, for the page after it. Send the other parameters with it again. */
  readonly cursor?: string | undefined
}

/** The parameters of `changes()`. */
export interface ChangesQuery {
  /** The release that the changes lead from: `v1.0`, `v1.0.0`, `v1` or `latest`, of any major. */
  readonly from: string
  /** The release that they lead to, older or newer. Default: the newest release of the API version. */
  readonly to?: string | undefined
  /** The kinds of change, such as `value-removed`. Default: all. */
  readonly kind?: Change["kind"] | ReadonlyArray<Change["kind"]> | undefined
  /** The names of dimensions, which select changes of themselves and of their values. Default: all. */
  readonly dimension?: string | ReadonlyArray<string> | undefined
  /** The number of entries in the body at most. Without it, the list is whole. */
  readonly limit?: number | undefined
  /** The `next_cursor` of the page before, for the page after it. Send the other parameters with it again. */
  readonly cursor?: string | undefined
}

/** The methods that request one endpoint each. */
export interface EndpointMethods<T extends TaxonomyTypes = AnyTaxonomy> {
  /** Lists all base licenses, or those whose config has the given values. */
  readonly licenses: (filter?: LicenseFilterOf<T>, options?: CallOptions) => ResponsePromise<Licenses<T>>
  /**
   * Gets one base license. Rejects with `NotFound` for an unknown code, and with `CodeRemoved` for the code of a removed
   * license.
   */
  readonly license: (code: T["license"], options?: CallOptions) => ResponsePromise<License<T>>
  /** Gets all dimensions with their values. */
  readonly dimensions: (options?: CallOptions) => ResponsePromise<Dimensions<T>>
  /**
   * Get one dimension. One dimension with its values, the release that added it, and the base licenses and rules that
   * name it. What its deprecations lead to is as of today.
   */
  readonly dimension: (dimension: string, options?: CallOptions) => ResponsePromise<DimensionItem>
  /**
   * Get one value. One value with its definition and its other texts, the kinds directly below it, the release that added
   * it, and the base licenses and rules that name it. What its deprecation leads to is as of today.
   */
  readonly value: (dimension: string, code: string, options?: CallOptions) => ResponsePromise<ValueItem>
  /**
   * Search the taxonomy. The items of the newest release of the API version that contain the words of a query in their
   * codes, labels, other names, descriptions or definitions, in any language, and those that were removed. Without a
   * query, all items of the release. A request counts as 2 of the limits for each started kilobyte of its path and query.
   */
  readonly search: (query?: SearchQuery, options?: CallOptions) => ResponsePromise<Search>
  /** Gets the complete taxonomy, with the rules that `validateConfig` checks. */
  readonly schema: (options?: CallOptions) => ResponsePromise<TaxonomySchema<T>>
  /** Lists every release of the taxonomy, of all majors. The version that the client is for does not matter. */
  readonly releases: (query?: ReleasesQuery, options?: CallOptions) => ResponsePromise<Releases>
  /** Lists every item that any release ever had: when it was added, deprecated and removed, and what replaces it. */
  readonly items: (query?: ItemsQuery, options?: CallOptions) => ResponsePromise<Items>
  /** Lists the net changes that lead from one release to another, with what replaces removed items. */
  readonly changes: (query: ChangesQuery, options?: CallOptions) => ResponsePromise<Changes>
  /** Gets the health of the service. Sends no API key and does not count against the rate limit. */
  readonly health: (options?: CallOptions) => ResponsePromise<Health>
  /**
   * Gets the checkpoint: the signed state of the log, a text. Keep it to see later if the history only grew. Sends no API
   * key. Rejects with `NotFound` if the log is not signed.
   */
  readonly checkpoint: (options?: CallOptions) => ResponsePromise<string>
}
