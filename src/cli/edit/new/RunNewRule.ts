import * as Effect from "effect/Effect"
import { addRule } from "../../../edit/draft/AddRule.ts"
import { usageError } from "../../CommandRefused.ts"
import { editSources } from "../EditSources.ts"
import { parseAssignments } from "./Assignments.ts"
import type { NewRuleInput } from "./NewRule.ts"

export const runNewRule = Effect.fnUntraced(function* ({ forbid, ...input }: NewRuleInput) {
  if (forbid.length === 0) {
    return yield* usageError("--forbid is missing. Write a condition, such as --forbid use_type=educational.")
  }
  const conditions = yield* parseAssignments("forbid", forbid)
  const { description, id } = input
  yield* editSources(input, (draft) => addRule(draft, { id, description, forbid: conditions }))
})
