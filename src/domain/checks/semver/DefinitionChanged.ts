import { changedItem, isCorrection } from "../../change/Change.ts"
import { makeFinding, inItem } from "../../Finding.ts"
import type { Waiver } from "../../release/PublishRelease.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import type { Check } from "../Check.ts"

const id = "semver/definition-changed"

export const definitionChanged: Check<typeof id, { readonly item: string }> = {
  id,
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
    `Declare a major release. If the meaning stays the same, approve it in waivers.yaml: rule ${id}, subject ${item}.`,
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

/** The waivers of a version that approve the correction of a definition, by the name of the item. */
export const definitionWaivers = (waivers: ReadonlyArray<Waiver>, version: Version): ReadonlyMap<string, Waiver> =>
  new Map(
    waivers.flatMap((waiver) =>
      waiver.rule === id && waiver.version === version ? [[waiver.subject, waiver] as const] : []
    )
  )
