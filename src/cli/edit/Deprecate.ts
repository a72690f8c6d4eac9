import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { deprecateItem, undeprecateItem } from "../../edit/draft/DeprecateItem.ts"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { usageError } from "../CommandRefused.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { makeCommand } from "../options/Options.ts"
import { editOptions, itemArgument, optionalText, namesOf, editSources, given } from "./EditSources.ts"

const deprecateOptions = {
  item: itemArgument("item"),
  replacedBy: optionalText(
    "replaced-by",
    "Replacements, separated by commas: codes of the same list, or dimension/CODE"
  ),
  allOf: toggleOption("all-of", "The replacements apply together rather than one of them"),
  reason: optionalText("reason", "Reason, required without a replacement"),
  undo: toggleOption("undo", "Take the deprecation back"),
  ...editOptions
}

/** `taxonomy deprecate`: deprecates an item, or takes that back. */
export const deprecateCommand = makeCommand("deprecate", deprecateOptions, {
  "taxonomy deprecate exclusive_categories/QSR_FAST_FOOD --replaced-by QSR": "Name a replacement",
  'taxonomy deprecate exclusive_categories/QSR_FAST_FOOD --reason "Nobody uses it."': "Give a reason",
  "taxonomy deprecate exclusive_categories/QSR_FAST_FOOD --undo": "Take it back"
})(function* (input) {
  const { allOf, reason, undo } = input
  const replacedBy = Option.match(input.replacedBy, { onSome: namesOf, onNone: () => [] })
  const hasContent = replacedBy.length > 0 || Option.isSome(reason)
  if (undo && (hasContent || allOf)) {
    return yield* usageError("--undo takes the whole deprecation back. Leave out --replaced-by, --all-of and --reason.")
  }
  if (!undo && !hasContent) return yield* usageError("--replaced-by and --reason are missing. Pass one of them.")
  if (allOf && replacedBy.length < 2) {
    return yield* usageError("--all-of needs two or more replacements. Write --replaced-by A,B --all-of.")
  }
  yield* editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, input.item), (item) =>
      undo
        ? undeprecateItem(draft, item)
        : deprecateItem(draft, { item, replacedBy, allOf, ...given("reason", reason) })
    )
  )
})
