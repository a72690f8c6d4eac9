import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { type PublishedSchema, releaseOfBodies } from "../../domain/contracts/ReleaseOfBodies.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Catalog } from "./Catalog.ts"
import type { Release } from "./Release.ts"

/** A release as the assessment of configs reads it. */
export const contractRelease = (catalog: Catalog, release: Release): ContractRelease =>
  contractReleases(catalog)(release)

const contractReleases = memoizeByIdentity(({ items }: Catalog) =>
  memoizeByIdentity(({ body }: Release) => releaseOfBodies(body ?? nothing, items))
)

/** The schema of a working tree that cannot be read. */
const nothing: PublishedSchema = { _meta: { release: "0.0.0" }, dimensions: {}, validation_rules: { conflicts: {} } }
