import type { PublishedRelease, Release, ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { deprecatedItems } from "../domain/release/removal/DeprecationClock.ts"
import { deprecationsOf } from "../domain/release/removal/DeprecationFacts.ts"
import { toItemId } from "../domain/taxonomy/ItemRef.ts"
import type { SheetSource } from "../domain/terms/TermSheet.ts"
import { sha256 } from "../platform/Sha256.ts"
import { render } from "../release/artifacts/ReleaseRenderer.ts"

/** What sheets of a release are made from, with what later releases say of its items. A release that is not in the history is a draft. */
export const makeSheetSource = (history: ReleaseHistory, release: Release): Omit<SheetSource, "languages"> => {
  const { forecasts, taxonomy, version } = release
  const published = history.releases.get(version)
  const isPublished = published === release
  const facts = new Map(
    isPublished
      ? deprecationsOf(history, published).map((each) => [toItemId(each.item), each])
      : deprecatedItems(taxonomy).map((each) => {
          const id = toItemId(each.item)
          return [id, { ...each, removal: forecasts.get(id) }]
        })
  )
  return {
    taxonomy,
    release: isPublished ? describePublished(published) : { version },
    deprecationOf: (item) => facts.get(toItemId(item))
  }
}

const describePublished = (release: PublishedRelease): SheetSource["release"] => {
  const schema = render(release)?.files.get("schema.json")
  return {
    version: release.version,
    publishedAt: release.published_at,
    ...(schema === undefined ? {} : { digest: sha256(schema) })
  }
}
