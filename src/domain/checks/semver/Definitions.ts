import { type Change, changedItem, formatChangedItem, isCorrection } from "../../change/Change.ts"
import { changedFields } from "../../change/Recording.ts"
import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import type { Waiver } from "../../release/Waiver.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"

export const definitionChanged: Check<"semver/definition-changed", { readonly item: string }> = {
  id: "semver/definition-changed",
  title: "Changed definition",
  level: "error",
  stage: "version",
  waivable: true,
  explanation:
    "A definition is normative: changing it changes what contracts mean, so it requires a major release. A correction that leaves the meaning as it is, such as a missing comma, can be approved by a waiver of this check for the item. The change is then a patch, and the release records the reason and the person. Without a waiver, the release is refused by semver/bump-too-small.",
  breaks: `# 1.1.0
definition: Rules of a league
# 1.1.1
definition: The rules of a league`,
  keeps: `# 1.1.1
definition: The rules of a league
# waivers.yaml
- rule: semver/definition-changed
  subject: competition_status
  version: 1.1.1
  reason: An article was missing. The meaning is the same.
  approved_by: Maria Lindqvist`,
  message: ({ item }) => `The definition of ${item} changed`,
  help: ({ item }) =>
    `Declare a major release. If the meaning stays the same, approve it in waivers.yaml: rule ${definitionChanged.id}, subject ${item}.`,
  // Only waived changes are found here: the others are part of the bump that the version must have.
  run: ({ changes, recorded }) => {
    const corrected = [...changes, ...recorded.changes]
      .filter(isCorrection)
      .flatMap((change) => changedItem(change) ?? [])
    return [...new Map(corrected.map((item) => [formatItem(item), item]))].map(([name, item]) =>
      makeFinding(definitionChanged, { item: name }, { item, location: inItem(item, "definition") })
    )
  }
}

/**
 * The waivers of a version that approve the correction of a definition, by the name of the item. They lower the bump of a
 * change before any check runs, so that `applyWaivers` meets them as findings of `semver/definition-changed`.
 */
export const definitionWaivers = (waivers: ReadonlyArray<Waiver>, version: Version): ReadonlyMap<string, Waiver> =>
  new Map(
    waivers.flatMap((waiver) =>
      waiver.rule === definitionChanged.id && waiver.version === version ? [[waiver.subject, waiver] as const] : []
    )
  )

export const firstDefinition: Check<
  "semver/first-definition",
  { readonly item: string; readonly description: string; readonly definition: string }
> = {
  id: "semver/first-definition",
  title: "First definition of an item",
  level: "warning",
  stage: "release",
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
