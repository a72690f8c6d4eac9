import { changedItem } from "../../change/Change.ts"
import { changedFields } from "../../change/Recording.ts"
import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"

export const firstDefinition: Check<
  "semver/first-definition",
  { readonly item: string; readonly description: string; readonly definition: string }
> = {
  id: "semver/first-definition",
  title: "First definition of an item",
  level: "warning",
  stage: "release",
  waivable: false,
  explanation:
    "A definition is normative, and contracts already use the item. A first definition may say what the item has always meant, so it requires only a minor release. If it says less than the description, or something else, existing contracts would mean something else: then declare a major release.",
  breaks: `# 1.0.0
- code: PADEL
  label: Padel
  description: Rackets and courts.
# 1.1.0, for padel that is played with a partner alone
  definition: Doubles played with padel rackets.`,
  keeps: `# 1.0.0
- code: PADEL
  label: Padel
  description: Rackets and courts.
  definition: Any goods and services for the sport of padel.`,
  message: ({ definition, description, item }) =>
    `${item} is defined for the first time: "${definition}". Its description says "${description}"`,
  help: () => "Compare both. If the definition says less than the item has meant so far, declare a major release.",
  run: ({ changes, command: { taxonomy } }) =>
    changes.flatMap((change): ReadonlyArray<Finding> => {
      const definition = changedFields(change).find(({ name }) => name === "definition")
      if (definition?.before !== undefined || typeof definition?.after !== "string") return []
      const item = changedItem(change)
      const content = item && snapshotOf(taxonomy).get(item)
      if (item === undefined || content === undefined) return []
      const facts = { item: formatItem(item), description: content.description, definition: definition.after }
      return [makeFinding(firstDefinition, facts, { item, location: inItem(item, "definition") })]
    })
}
