import type { Change } from "../../change/Change.ts"
import { formatChangedItem } from "../../change/ChangedItems.ts"
import { listSome } from "../../Sentence.ts"
import type { Version } from "../../taxonomy/Version.ts"
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
  const declare = version === declared ? "" : `declare ${version} and `
  const rule = `rule ${definitionChanged.id}`
  const [item] = definitions
  if (definitions.length === 1)
    return ` If the meaning of ${item} stays the same, ${declare}approve it in waivers.yaml: ${rule}, subject ${item}, version ${version}.`
  return ` If the meaning of all these definitions stays the same, ${declare}approve each in waivers.yaml: ${rule}, version ${version}, subjects ${listSome(definitions, maxNamed)}.`
}

const maxNamed = 5
