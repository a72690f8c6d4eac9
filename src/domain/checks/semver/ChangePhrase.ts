import { type Change, type ChangeKind, formatChangedItem } from "../../change/Change.ts"
import { kindFacts } from "../../change/Recording.ts"

/** A change as a fact of a finding. */
export type NamedChange = { readonly kind: ChangeKind; readonly item: string | null }

export const nameChange = (change: Change): NamedChange => ({
  kind: change.kind,
  item: formatChangedItem(change) ?? null
})

/** A change as the subject of a sentence: "the new value use_type/podcast". */
export const formatNamedChange = ({ item, kind }: NamedChange): string => {
  const {
    aspect,
    noun: [noun]
  } = kindFacts[kind]
  switch (aspect) {
    case "added":
      return `the new ${noun} ${item}`
    case "removed":
      return `the removal of ${item}`
    case "deprecated":
      return `the deprecation of ${item}`
    case "undeprecated":
      return `the withdrawn deprecation of ${item}`
    case "corrected":
      return `the corrected ${noun} of ${item}`
    case "reordered":
      return `the order of the ${noun} of ${item}`
    default:
      return `the changed ${noun} of ${item ?? "the taxonomy"}`
  }
}
