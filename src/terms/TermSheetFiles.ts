import type { PublishedRelease, Release, ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { releasesBySelector } from "../domain/release/ReleaseLines.ts"
import { deprecatedItems } from "../domain/release/removal/DeprecationClock.ts"
import { deprecationsOf } from "../domain/release/removal/DeprecationFacts.ts"
import { toItemId } from "../domain/taxonomy/ItemRef.ts"
import { majorOf } from "../domain/taxonomy/VersionArithmetic.ts"
import { makeTermSheet, type SheetSource } from "../domain/terms/TermSheet.ts"
import { languagesOf } from "../domain/vocabulary/Snapshot.ts"
import { sha256 } from "../platform/Sha256.ts"
import { render } from "../release/artifacts/ReleaseRenderer.ts"
import { makeSheetDocument } from "./SheetDocument.ts"
import { renderSheetAs, sheetFormats, termSheetPath } from "./SheetFormats.ts"

/**
 * Renders the term sheets of all base licenses in every language and format, by their paths: those of the release that each
 * major version means. A site of every sheet of every release would be larger than all else in it.
 */
export function* renderTermSheets(
  history: ReleaseHistory
): Generator<readonly [path: string, content: string | Uint8Array]> {
  const bySelector = releasesBySelector(history)
  const majors = new Set([...history.releases.keys()].map(majorOf))
  for (const release of [...majors].flatMap((major) => bySelector.get(String(major)) ?? [])) {
    const source = makeSheetSource(history, release)
    for (const license of release.taxonomy.licenses) {
      for (const language of [undefined, ...languagesOf(release.taxonomy)]) {
        const languages = language === undefined ? [] : [language]
        const document = makeSheetDocument(
          makeTermSheet({ config: license.config, license }, { ...source, languages }),
          {}
        )
        for (const format of sheetFormats) {
          const path = termSheetPath(release.version, license.code, language, format)
          yield [path, renderSheetAs[format](document)]
        }
      }
    }
  }
}

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
