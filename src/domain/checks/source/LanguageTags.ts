import { inHeader, inItem, type Location } from "../../Finding.ts"
import type { ItemRef } from "../../taxonomy/ItemRef.ts"
import { canonicalLanguageTag } from "../../taxonomy/Languages.ts"
import { translatedTextsOf } from "../../vocabulary/Snapshot.ts"
import { perProposal } from "../PerProposal.ts"

/** A key of translations. */
export interface WrittenTag {
  readonly tag: string
  /** `null` if it is not a language tag at all. */
  readonly canonical: string | null
  readonly place: { readonly item?: ItemRef; readonly location: Location }
}

/** Every language tag of the proposed taxonomy, in the order of its items. */
export const writtenTags = perProposal(({ command }): ReadonlyArray<WrittenTag> =>
  [...translatedTextsOf(command.taxonomy)].flatMap(({ item, path, translations }) =>
    Object.keys(translations).map((tag) => ({
      tag,
      canonical: canonicalLanguageTag(tag) ?? null,
      place:
        item === undefined
          ? { location: inHeader(...path, tag) }
          : { item, location: { ...inItem(item, ...path, tag), key: true } }
    }))
  )
)
