import * as Result from "effect/Result"
import { findSubject } from "../../edit/draft/FindSubject.ts"
import { moveItem } from "../../edit/draft/ReplaceValues.ts"
import { editSources } from "./EditSources.ts"
import { given } from "./Given.ts"
import type { MoveInput } from "./Move.ts"

export const runMove = ({ item, reason, to, ...input }: MoveInput) =>
  editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, item), (found) =>
      moveItem(draft, { item: found, to, ...given("reason", reason) })
    )
  )
