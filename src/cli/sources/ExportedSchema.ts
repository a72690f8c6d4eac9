import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import type { Sources } from "../../build/Compile.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { proposedRelease } from "../../domain/release/commands/ProposedRelease.ts"
import { decide } from "../../domain/release/commands/PublishRelease.ts"
import type { PublishedRelease, Release, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { ExportedSchema } from "../../export/ExportContent.ts"
import { formatOf } from "../../release/artifacts/FormatChoice.ts"
import { render } from "../../release/artifacts/Renderers.ts"
import { commandRefused } from "../CommandRefused.ts"

/** The schema of a published release. */
export const publishedSchema = (release: PublishedRelease): ExportedSchema => ({
  body: schemaOf(release),
  isDraft: false
})

/** The schema of the release that sources propose, also if it would be refused, or of the release that they already are. */
export const draftSchema = (history: ReleaseHistory, sources: Sources, now: Timestamp): ExportedSchema => {
  const context = { published_at: now, now, source_commit: "working-tree" }
  const decision = decide(history, { ...sources, ...context, format: formatOf(history, sources) })
  return {
    body: schemaOf(proposedRelease(history, decision)),
    isDraft: decision.outcome._tag !== "AlreadyReleased"
  }
}

/** The body as the read server sends it. Throws `CommandRefused` for a release of a newer version of this program. */
const schemaOf = (release: Release): SchemaBody => {
  const text = render(release)?.files.get("schema.json")
  if (text === undefined) throw commandRefused(`Release ${release.version} has a newer format. Update this program.`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Every format renders this body
  return JSON.parse(text) as SchemaBody
}
