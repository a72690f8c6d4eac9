import * as Effect from "effect/Effect"
import { findItem } from "../../domain/lookup/FindItem.ts"
import type { ItemEntry } from "../../domain/lookup/ItemEntries.ts"
import { listSome } from "../../domain/Sentence.ts"
import { formatItemText } from "../../report/text/ItemText.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"

/** Finds the item that an argument names. Fails with the candidates or with a suggestion. */
export const resolveItem = <Entry extends Pick<ItemEntry, "item" | "label">>(
  entries: ReadonlyArray<Entry>,
  text: string
): Effect.Effect<Entry, CommandRefused> => {
  const found = findItem(entries, text)
  switch (found._tag) {
    case "Found":
      return Effect.succeed(found.entry)
    case "Ambiguous": {
      const candidates = found.candidates.map(({ item, label }) => formatItemText(item, label))
      const reason = `"${text}" names ${candidates.length} items: ${listSome(candidates, maxCandidates)}. Write DIMENSION/VALUE, or the name of a single item.`
      return Effect.fail(commandRefused(reason))
    }
    case "Unknown": {
      const hint = found.suggestion === undefined ? "" : ` Did you mean "${found.suggestion}"?`
      return Effect.fail(commandRefused(`No item is called "${text}".${hint} Search with taxonomy find.`))
    }
  }
}

const maxCandidates = 10
