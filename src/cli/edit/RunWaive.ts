import * as Effect from "effect/Effect"
import { addWaivers } from "../../edit/draft/AddWaivers.ts"
import { usageError } from "../CommandRefused.ts"
import { editSources } from "./EditSources.ts"
import type { WaiveInput } from "./Waive.ts"

export const runWaive = Effect.fnUntraced(function* (input: WaiveInput) {
  const { all, approvedBy, check, reason, subjects } = input
  if (all === subjects.length > 0) return yield* usageError("Name the items to waive the check for, or pass --all.")
  yield* editSources(input, (_, decision) =>
    addWaivers(decision, { rule: check, subjects: all ? undefined : subjects, reason, approvedBy })
  )
})
