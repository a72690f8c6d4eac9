// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import type { Change1 } from "../../domain/release/PublishedReleaseEvents.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { sixMonthsAfter } from "../../domain/release/removal/DeprecationClock.ts"
import { type ItemRef, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { shortName, next } from "../../domain/taxonomy/VersionArithmetic.ts"
import { makeBodies } from "../artifacts/Bodies.ts"
import { configSchema } from "./ConfigSchema.ts"

/** A release as format 1 takes it. It has no other changes: it and its base have only fields that format 1 knows. */
export interface Release1 extends Release {
  readonly changes: ReadonlyArray<typeof Change1.Type>
}

/** The bodies of the API in this format, which knows of a deprecation neither how replacements apply nor translations. */
export const { dimensionsBody, licenseBody, licensesBody, schemaBody } = makeBodies<Release1>({
  rules: ({ taxonomy: { rules } }) => ({
    conflicts: Object.fromEntries(rules.map(({ description, forbid = {}, id }) => [id, { description, forbid }]))
  }),
  configSchema: ({ taxonomy }) => configSchema(taxonomy),
  deprecationBody: (release, item, { reason, replaced_by }) => {
    const { removal, since } = clockOf(release, item)
    return {
      since: { version: shortName(since.version), date: since.date },
      replaced_by,
      ...(reason === undefined ? {} : { reason }),
      earliest_removal: { version: shortName(removal.version), date: removal.date }
    }
  }
})

/** The release that deprecated an item, and the version and day that may remove it at the earliest. */
export const clockOf = (release: Release1, item: ItemRef) => {
  const id = toItemId(item)
  const since = release.clocks.get(id) ?? { version: release.version, date: release.published_at }
  const version = release.removals.get(id) ?? next(release.version, "major")
  return { since, removal: { version, date: sixMonthsAfter(since.date) } }
}
