import * as Result from "effect/Result"
import { findSubject } from "../../edit/draft/FindSubject.ts"
import { moveValue } from "../../edit/draft/ReplaceValues.ts"
import { splitName } from "./EditOptions.ts"
import { editSources } from "./EditSources.ts"
import { given } from "./Given.ts"
import type { MoveInput } from "./Move.ts"

export const runMove = ({ reason, to, value, ...input }: MoveInput) => {
  const [dimension, code] = splitName(to)
  return editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, value), (item) =>
      moveValue(draft, { item, dimension, ...(code === undefined ? {} : { code }), ...given("reason", reason) })
    )
  )
}
