import { dayOf, type DeprecatedSince } from "../../domain/release/removal/DeprecationClock.ts"
import type { RemovedContent } from "../../domain/release/removal/RemovedItems.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements, replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { ItemIris } from "./ItemIris.ts"
import { textsOf } from "./ItemTexts.ts"
import { iri, text, typed, type Properties } from "./Triple.ts"
import { terms } from "./Vocabularies.ts"

/** What the releases say of a deprecated or removed item. */
export interface ItemEnd {
  readonly deprecation: Deprecation | undefined
  readonly since: DeprecatedSince | undefined
  /** `undefined` for an item that is still valid. */
  readonly removal?: RemovedContent["removal"] | "draft"
}

/**
 * The properties of an item that is deprecated or removed: its replacements, the reason as a note for users, and the
 * releases as a note for administrators. Both are notes of SKOS (section 7.1).
 */
export const deprecationProperties = (
  item: ItemRef,
  { deprecation, removal, since }: ItemEnd,
  iris: ItemIris,
  sourceLanguage: string
): Properties => {
  if (deprecation === undefined && removal === undefined) return []
  const replacements = deprecation === undefined ? [] : replacementItems(item, deprecation)
  const deprecated =
    deprecation === undefined
      ? []
      : [
          sentence("Deprecated", since),
          ...(replacements.length === 0 ? [] : [`Use ${formatReplacements(deprecation)}.`])
        ]
  const removed = removal === undefined ? [] : [sentence("Removed", removal === "draft" ? undefined : removal)]
  return [
    [terms.deprecated, [typed("true", terms.boolean)]],
    [terms.isReplacedBy, replacements.flatMap((other) => iris.item(other) ?? []).map(iri)],
    [terms.historyNote, deprecation === undefined ? [] : textsOf(deprecation, sourceLanguage)("reason")],
    [terms.changeNote, [text([...deprecated, ...removed].join(" "), "en")]]
  ]
}

const sentence = (what: string, release: DeprecatedSince | undefined): string =>
  release === undefined ? `${what}.` : `${what} in ${release.version} on ${dayOf(release.date)}.`
