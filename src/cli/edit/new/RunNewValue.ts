import * as Option from "effect/Option"
import { addValue } from "../../../edit/draft/AddValue.ts"
import { splitName } from "../EditOptions.ts"
import { editSources } from "../EditSources.ts"
import { given } from "../Given.ts"
import type { NewValueInput } from "./NewValue.ts"

export const runNewValue = ({ after, definition, description, label, value, ...input }: NewValueInput) => {
  const [dimension, code = ""] = splitName(value)
  return editSources(input, (draft) =>
    addValue(draft, {
      dimension,
      value: { code, label, description, ...given("definition", definition) },
      ...given(
        "after",
        Option.map(after, (name) => splitName(name)[1] ?? name)
      )
    })
  )
}
