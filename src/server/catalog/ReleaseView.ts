import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { findDeprecations, type Deprecations } from "./DeprecationHeaders.ts"

/** A release with what requests look up in it, by name. */
export interface ReleaseView {
  readonly licenses: ReadonlyMap<string, License>
  /** The codes of each dimension. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  readonly deprecations: Deprecations
}

export const makeReleaseView = (history: ReleaseHistory, release: PublishedRelease): ReleaseView => ({
  licenses: new Map(release.taxonomy.licenses.map((license) => [license.code, license])),
  codes: new Map(
    release.taxonomy.dimensions.map(({ name, values }) => [name, new Set(values.map(({ code }) => code))])
  ),
  deprecations: findDeprecations(history, release)
})
