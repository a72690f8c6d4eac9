import * as Result from "effect/Result"
import { itemEntries } from "../../domain/lookup/ItemUses.ts"
import { findItem as lookUp } from "../../domain/lookup/SearchItems.ts"
import { listSome } from "../../domain/Sentence.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Draft } from "./Draft.ts"
import { refuse } from "./DraftItems.ts"
import type { DraftRefused } from "./DraftRefused.ts"

/** Finds the item that a command acts on, by its name, its bare code or its label. */
export const findSubject = ({ taxonomy }: Draft, text: string): Result.Result<ItemRef, DraftRefused> => {
  const found = lookUp(itemEntries(taxonomy), text)
  switch (found._tag) {
    case "Found":
      return Result.succeed(found.entry.item)
    case "Ambiguous":
      return refuse(
        "ambiguous",
        text,
        listSome(
          found.candidates.map(({ item }) => formatItem(item)),
          maxNames
        )
      )
    case "Unknown": {
      const { suggestion } = found
      return refuse("unknown", text, undefined, suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`)
    }
  }
}

const maxNames = 10
