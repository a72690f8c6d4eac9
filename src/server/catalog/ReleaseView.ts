import type { History, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { deprecationsOf, type Deprecations } from "./DeprecationHeaders.ts"

/** A release as requests ask for it: what it holds and what of that is going away, by name. */
export interface ReleaseView {
  readonly licenses: ReadonlyMap<string, License>
  /** The codes of each dimension. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  readonly deprecations: Deprecations
}

export const releaseView = (history: History, release: PublishedRelease): ReleaseView => ({
  licenses: new Map(release.taxonomy.licenses.map((license) => [license.code, license])),
  codes: new Map(
    release.taxonomy.dimensions.map(({ name, values }) => [name, new Set(values.map(({ code }) => code))])
  ),
  deprecations: deprecationsOf(history, release)
})
