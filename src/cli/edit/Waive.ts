import * as Argument from "effect/cli/Argument"
import { addWaivers } from "../../edit/draft/AddWaivers.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import * as Edit from "./EditSources.ts"

const waiveOptions = {
  check: Options.textArgument("check", "id of a check that can be waived"),
  subjects: Options.textArgument("subjects", "items of its findings").pipe(Argument.variadic({ min: 0 })),
  all: Options.toggleOption("all", "Waive the check for every item that it concerns now"),
  reason: Options.withoutPlaceholder(Edit.requiredText("reason", "Reason, published with the release", "Reason")),
  approvedBy: Edit.requiredText("approved-by", "Person who has approved it, other than the editor", "Approved by"),
  ...Edit.editOptions
}

/** `taxonomy waive`: writes an approved exception into `waivers.yaml`. */
export const waiveCommand = Options.makeCommand("waive", waiveOptions, {
  'taxonomy waive semver/definition-changed use_type/editorial --reason "A comma was missing." --approved-by "Maria Lindqvist"':
    "Correct a definition whose meaning stays the same",
  'taxonomy waive semver/definition-changed --all --reason "Commas were missing." --approved-by "Maria Lindqvist"':
    "Correct all changed definitions"
})(function* (input) {
  const { all, approvedBy, check, reason, subjects } = input
  if (all === subjects.length > 0) return yield* usageError("Name the items to waive the check for, or pass --all.")
  yield* Edit.editSources(input, (_, decision) =>
    addWaivers(decision, { rule: check, subjects: all ? undefined : subjects, reason, approvedBy })
  )
})
