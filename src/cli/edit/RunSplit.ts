import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findSubject } from "../../edit/draft/FindSubject.ts"
import { splitItem } from "../../edit/draft/ReplaceValues.ts"
import { usageError } from "../CommandRefused.ts"
import { namesOf } from "./EditOptions.ts"
import { editSources } from "./EditSources.ts"
import { given } from "./Given.ts"
import type { SplitInput } from "./Split.ts"

export const runSplit = Effect.fnUntraced(function* (input: SplitInput) {
  const into = namesOf(input.into)
  if (new Set(into).size < 2) return yield* usageError("--into names fewer than two items. Write --into A,B.")
  yield* editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, input.item), (item) =>
      splitItem(draft, {
        item,
        into,
        labels: input.label,
        descriptions: input.description,
        ...given("reason", input.reason)
      })
    )
  )
})
