import * as Arbitrary from "effect/Arbitrary"
import { diff } from "../../../src/domain/change/Diff.ts"
import type { Publish } from "../../../src/domain/release/PublishRelease.ts"
import type { ReleasePublished } from "../../../src/domain/release/ReleaseEvent.ts"
import { evolve, emptyHistory, type ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { baseOf } from "../../../src/domain/release/ReleaseLines.ts"
import { empty } from "../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { largestBump, next } from "../../../src/domain/taxonomy/VersionArithmetic.ts"
import { taxonomies } from "./taxonomies.ts"

/** The events of a few releases, each the smallest successor of the one before that its changes allow. */
export const ledgers: Arbitrary.Arbitrary<ReadonlyArray<ReleasePublished>> = Arbitrary.map(
  Arbitrary.array(taxonomies, { minLength: 1, maxLength: 5 }),
  (snapshots) =>
    snapshots.reduce<Story>(told, { events: [], history: emptyHistory, version: Version.make("1.0.0") }).events
)

/** The event that publishing a plan leads to. */
export const publishedEvent = (
  history: ReleaseHistory,
  { format, published_at, source_commit, taxonomy, version, waivers }: Publish
): ReleasePublished => {
  const base = baseOf(history, version)
  return {
    _tag: "ReleasePublished",
    version,
    base: base?.version ?? null,
    published_at,
    source_commit,
    changes: diff(base?.taxonomy ?? empty, taxonomy),
    waivers,
    format,
    manifest: `sha256:${"0".repeat(64)}`
  }
}

export const publish = (version: string, taxonomy: Taxonomy): Publish => ({
  version: Version.make(version),
  taxonomy,
  waivers: [],
  published_at: "2026-01-01T00:00:00Z",
  now: "2026-01-01T00:00:00Z",
  source_commit: "0".repeat(40),
  format: 1
})

/** The history after plans that were published one after the other, whatever the rules say of them. */
export const historyOf = (...plans: ReadonlyArray<Publish>): ReleaseHistory =>
  plans.reduce((history, plan) => evolve(history, publishedEvent(history, plan)), emptyHistory)

interface Story {
  readonly events: ReadonlyArray<ReleasePublished>
  readonly history: ReleaseHistory
  readonly version: Version
}

const told = ({ events, history, version }: Story, taxonomy: Taxonomy): Story => {
  const base = history.releases.get(version)
  const bump = base === undefined ? undefined : largestBump(diff(base.taxonomy, taxonomy).map(({ bump }) => bump))
  if (base !== undefined && bump === undefined) return { events, history, version }
  const following = bump === undefined ? version : next(version, bump)
  const event = publishedEvent(history, publish(following, taxonomy))
  return { events: [...events, event], history: evolve(history, event), version: following }
}
