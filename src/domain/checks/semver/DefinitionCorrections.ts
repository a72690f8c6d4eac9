import { type Change, formatChangedItem } from "../../change/Change.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { definitionChanged } from "./DefinitionChanged.ts"

/** The items whose definitions changed; none if another change requires as much. */
export const onlyDefinitions = (costly: ReadonlyArray<Change>): ReadonlyArray<string> => {
  const definitions = costly.flatMap((change) =>
    change.kind.endsWith("-definition-changed") ? (formatChangedItem(change) ?? []) : []
  )
  return definitions.length === costly.length ? definitions : []
}

/** How to release definitions that keep their meaning, as a sentence after another; empty without definitions. */
export const formatCorrection = (definitions: ReadonlyArray<string>, version: Version, declared: Version): string => {
  if (definitions.length === 0) return ""
  const declare = version === declared ? "" : ` as ${version}`
  const [subject] = definitions
  const meaning = definitions.length === 1 ? `the meaning of ${subject}` : "the meaning of all these definitions"
  const items = definitions.length === 1 ? subject : "--all"
  return ` If ${meaning} stays the same, approve it${declare}: taxonomy waive ${definitionChanged.id} ${items} --reason TEXT --approved-by NAME.`
}
