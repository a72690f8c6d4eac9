import * as Argument from "effect/cli/Argument"
import * as Result from "effect/Result"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { deprecateItem, undeprecateItem } from "../../edit/draft/DeprecateItem.ts"
import { findSubject } from "../../edit/draft/DraftItems.ts"
import { mergeItems, moveItem, splitItem } from "../../edit/draft/ReplaceValues.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import * as Edit from "./EditSources.ts"

const deprecateOptions = {
  item: Options.textArgument("item", Edit.itemText),
  replacedBy: Edit.optionalText(
    "replaced-by",
    "Replacements, separated by commas: codes of the same list, or dimension/CODE"
  ),
  consider: Edit.optionalText("consider", "Inexact replacements for people to choose from, named like --replaced-by"),
  allOf: Options.toggleOption("all-of", "The replacements apply together rather than one of them"),
  reason: Edit.optionalText("reason", "Reason, required without a replacement"),
  undo: Options.toggleOption("undo", "Take the deprecation back"),
  ...Edit.editOptions
}

/** `taxonomy deprecate`: deprecates an item, or takes that back. */
export const deprecateCommand = Options.makeCommand("deprecate", deprecateOptions, {
  "taxonomy deprecate product_categories/QSR_FAST_FOOD --replaced-by QSR": "Name a replacement",
  'taxonomy deprecate product_categories/QSR_FAST_FOOD --reason "Too wide." --consider QSR':
    "Give a reason, and name what people may choose in its place",
  "taxonomy deprecate product_categories/QSR_FAST_FOOD --undo": "Take it back"
})(function* (input) {
  const { allOf, reason, undo } = input
  const replacedBy = Edit.namesOf(input.replacedBy ?? "")
  const consider = Edit.namesOf(input.consider ?? "")
  const hasContent = replacedBy.length > 0 || consider.length > 0 || reason !== undefined
  if (undo && (hasContent || allOf)) {
    return yield* usageError(
      "--undo takes the whole deprecation back. Leave out --replaced-by, --consider, --all-of and --reason."
    )
  }
  if (!undo && !hasContent) return yield* usageError("--replaced-by and --reason are missing. Pass one of them.")
  if (allOf && replacedBy.length < 2) {
    return yield* usageError("--all-of needs two or more replacements. Write --replaced-by A,B --all-of.")
  }
  yield* Edit.editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, input.item), (item) =>
      undo ? undeprecateItem(draft, item) : deprecateItem(draft, { item, replacedBy, consider, allOf, reason })
    )
  )
})

const moveOptions = {
  item: Options.textArgument("item", "dimension/CODE, code or label of the value to move, or a license to rename"),
  to: Edit.requiredText("to", "Other dimension, dimension/CODE, or code of a license", "Other dimension or code"),
  reason: Edit.optionalText("reason", "Reason"),
  ...Edit.editOptions
}

/** `taxonomy move`: moves a value to another dimension, or renames a value or license. */
export const moveCommand = Options.makeCommand("move", moveOptions, {
  "taxonomy move product_categories/TICKETING --to athlete_services": "Keep the code",
  "taxonomy move product_categories/TICKETING --to athlete_services/ticket_sales":
    "Write the code as the other dimension does",
  "taxonomy move product_categories/TICKETING --to product_categories/TICKETS": "Rename"
})(function* ({ item, reason, to, ...input }) {
  yield* Edit.editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, item), (found) => moveItem(draft, { item: found, to, reason }))
  )
})

const splitOptions = {
  item: Options.textArgument("item", Edit.itemText),
  into: Edit.requiredText("into", "Two or more codes, separated by commas", "Codes"),
  labels: Edit.repeatedText("label", "Label of a new value; repeat it in the order of --into"),
  descriptions: Edit.repeatedText("description", "Description of a new value; repeat it in the order of --into"),
  definitions: Edit.repeatedText(
    "definition",
    "Definition of a new value; none, or one for each in the order of --into"
  ),
  reason: Edit.optionalText("reason", "Reason"),
  ...Edit.editOptions
}

/** `taxonomy split`: replaces an item by several that apply together. */
export const splitCommand = Options.makeCommand("split", splitOptions, {
  'taxonomy split product_categories/CONFECTIONERY_SNACKS --into SNACKS,CONFECTIONERY --label "Snacks" --description "Salted snacks." --label "Confectionery" --description "Sweets and chocolate."':
    "Split a value into two new ones"
})(function* (input) {
  const into = Edit.namesOf(input.into)
  if (new Set(into).size < 2) return yield* usageError("--into names fewer than two items. Write --into A,B.")
  yield* Edit.editSources(input, (draft) =>
    Result.flatMap(findSubject(draft, input.item), (item) => splitItem(draft, { ...input, item, into }))
  )
})

const mergeOptions = {
  items: Options.textArgument(
    "items",
    "dimension/value of the first value and codes of the others, or license codes"
  ).pipe(Argument.variadic({ min: 1 })),
  into: Edit.requiredText("into", "Code that replaces all of them", "Code"),
  labels: Edit.repeatedText("label", "Label of the value, if it is new"),
  descriptions: Edit.repeatedText("description", "Description of the value, if it is new"),
  definitions: Edit.repeatedText("definition", "Definition of the value, if it is new"),
  reason: Edit.optionalText("reason", "Reason"),
  ...Edit.editOptions
}

/** `taxonomy merge`: replaces several items by one. */
export const mergeCommand = Options.makeCommand("merge", mergeOptions, {
  'taxonomy merge product_categories/PAYMENTS BANKING --into MONEY --label "Money" --description "Banks and payments."':
    "Merge two values into a new one",
  "taxonomy merge product_categories/QSR_FAST_FOOD QSR --into QSR": "Merge a value into an existing one"
})(function* (input) {
  yield* Edit.editSources(input, (draft) =>
    Result.gen(function* () {
      const [first = "", ...others] = input.items
      const subject = yield* findSubject(draft, first)
      const names = namesOfItems([formatItem(subject), ...others])
      const found = yield* Result.all(names.map((name) => findSubject(draft, name)))
      return yield* mergeItems(draft, { ...input, items: found })
    })
  )
})

/** The names of items, each after the first in the same dimension unless it names its own. */
const namesOfItems = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [dimension, code] = Edit.splitName(names[0] ?? "")
  return names.map((name) => (code === undefined || name.includes("/") ? name : `${dimension}/${name}`))
}
