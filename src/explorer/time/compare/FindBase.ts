import type { Catalog } from "../../model/Catalog.ts"
import type { Release } from "../../model/Release.ts"
import type { ReleaseName } from "../../routing/Route.ts"

/** The release to compare with if nobody chooses: the base of a release. `undefined` for the first release. */
export const findBase = ({ releaseOf }: Catalog, { draftBase, isDraft, version }: Release): ReleaseName | undefined =>
  isDraft ? draftBase : (releaseOf.get(version)?.base ?? undefined)
