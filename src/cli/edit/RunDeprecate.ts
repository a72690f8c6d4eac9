import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { deprecateItem, undeprecateItem } from "../../edit/draft/DeprecateItem.ts"
import { findSubject } from "../../edit/draft/FindSubject.ts"
import { usageError } from "../CommandRefused.ts"
import type { DeprecateInput } from "./Deprecate.ts"
import { namesOf } from "./EditOptions.ts"
import { editSources } from "./EditSources.ts"
import { given } from "./Given.ts"

export const runDeprecate = Effect.fnUntraced(function* (input: DeprecateInput) {
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
