/**
 * The types of a release, for the type argument of a client. The modules that `taxonomy-client types` writes export them as
 * `Taxonomy`.
 */
export interface TaxonomyTypes {
  /** The codes of every dimension, by its name. */
  readonly values: {
    /** By dimension name. */
    readonly [dimension: string]: string
  }
  /** The codes of the base licenses. */
  readonly license: string
  /** The settings of a license. */
  readonly config: object
}
