import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { ConflictRuleId } from "../../domain/taxonomy/Scalars.ts"
import { addRule } from "../../edit/draft/NewItems.ts"
import { usageError } from "../CommandRefused.ts"
import { editOptions, repeatedText, requiredText, editSources, parseAssignments } from "./EditSources.ts"

const newRuleOptions = {
  id: Argument.String("id").pipe(
    Argument.withDescription("Id of the new rule, such as educational-not-full-commercial"),
    Argument.withSchema(ConflictRuleId)
  ),
  description: requiredText("description", "Reason for the rule, shown to people", "Description"),
  forbid: repeatedText(
    "forbid",
    "Condition as DIMENSION=CODE; A,B means either, a repeated dimension both, * any code, nothing none"
  ).pipe(Flag.withMetavar("condition")),
  ...editOptions
}

type NewRuleInput = Command.Command.Config.Infer<typeof newRuleOptions>

/** `taxonomy new rule`: adds a conflict rule. */
export const newRuleCommand = Command.make("rule", newRuleOptions, (input) => runNewRule(input)).pipe(
  Command.withExamples([
    {
      command:
        'taxonomy new rule research-not-full-commercial --description "Research is not promotion." --forbid use_type=research --forbid commercial_scope=full_commercial --major',
      description: "Forbid a combination"
    },
    {
      command:
        'taxonomy new rule exclusive-needs-categories --description "Exclusivity needs categories." --forbid exclusivity=category_exclusive --forbid exclusive_categories= --major',
      description: "Forbid an empty list"
    }
  ])
)

const runNewRule = Effect.fnUntraced(function* ({ forbid, ...input }: NewRuleInput) {
  if (forbid.length === 0) {
    return yield* usageError("--forbid is missing. Write a condition, such as --forbid use_type=educational.")
  }
  const conditions = yield* parseAssignments("forbid", forbid)
  const { description, id } = input
  yield* editSources(input, (draft) => addRule(draft, { id, description, forbid: conditions }))
})
