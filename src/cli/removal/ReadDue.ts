import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { timestampOf, type Timestamp } from "../../domain/ledger/Timestamp.ts"
import { itemUses } from "../../domain/lookup/ItemUses.ts"
import { decide } from "../../domain/release/commands/PublishRelease.ts"
import { dueItems } from "../../domain/release/removal/DueItems.ts"
import { formatOf } from "../../release/artifacts/FormatChoice.ts"
import type { ReportFormat } from "../../report/Reporters.ts"
import { readDraft } from "../lookup/ReadDraft.ts"

/** Reads the working tree and the releases, and finds what is deprecated in either of them. */
export const readDue = Effect.fnUntraced(function* (
  command: string,
  input: {
    readonly src: string
    readonly releases: string
    readonly format: ReportFormat
    readonly date: Option.Option<Timestamp>
  }
) {
  const draft = yield* readDraft(command, input)
  const now = timestampOf(yield* DateTime.now)
  const today = Option.getOrElse(input.date, () => now)
  const { history, sources } = draft
  const context = { published_at: today, now: today, source_commit: "working-tree" }
  const { comingDue } = decide(history, { ...sources, ...context, format: formatOf(history, sources) })
  return {
    ...draft,
    today,
    items: dueItems(history, sources.taxonomy, comingDue, today),
    uses: itemUses(sources.taxonomy)
  }
})
