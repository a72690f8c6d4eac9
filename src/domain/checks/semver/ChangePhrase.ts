import type { Change, ChangeKind } from "../../change/Change.ts"
import { formatChangedItem } from "../../change/ChangedItems.ts"

/** A change as a fact of a finding. */
export type NamedChange = { readonly kind: ChangeKind; readonly item: string | null }

export const nameChange = (change: Change): NamedChange => ({
  kind: change.kind,
  item: formatChangedItem(change) ?? null
})

/** A change as the subject of a sentence: "the new value use_type/podcast". */
export const formatNamedChange = ({ item, kind }: NamedChange): string => {
  const [type = "", ...words] = kind.split("-")
  const what = words.join("-")
  if (item === null) return `the changed ${headerNames[kind] ?? "title"}`
  switch (what) {
    case "added":
      return `the new ${type} ${item}`
    case "removed":
      return `the removal of ${item}`
    case "deprecated":
      return `the deprecation of ${item}`
    case "undeprecated":
      return `the withdrawn deprecation of ${item}`
    default:
      return what.endsWith("-changed")
        ? `the changed ${what.slice(0, -"-changed".length)} of ${item}`
        : `the change of ${item}`
  }
}

/** What changed of the taxonomy itself, if it is not a title. */
const headerNames: Partial<Record<ChangeKind, string>> = { "namespace-changed": "namespace", "iri-changed": "IRI" }
