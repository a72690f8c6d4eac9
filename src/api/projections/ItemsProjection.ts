import { lifespans, type Lifespan } from "../../domain/lookup/Presence.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { standingDeprecations, type DeprecationFacts } from "../../domain/release/removal/DeprecationFacts.ts"
import { formatItem, kindOf, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ItemsBody } from "../bodies/ItemsBody.ts"
import { deprecationBody, labelTranslations, replacementOf } from "./DeprecationProjection.ts"
import { historyMeta } from "./ReleasesProjection.ts"

/** The body of `/items`, for the API version whose newest release is given. */
export const itemsBody = (history: ReleaseHistory, newest: Version): ItemsBody => {
  const newestOfAll = newestOf(history)?.version
  const deprecations = new Map(standingDeprecations(history).map((facts) => [toItemId(facts.item), facts]))
  const items = lifespans(history)
    .map((lifespan) => itemEntry(history, lifespan, newestOfAll, deprecations.get(toItemId(lifespan.item))))
    // In older ledgers a dimension and a license may share a name.
    .sort((left, right) => byCodeUnits(left.item, right.item) || byCodeUnits(left.kind, right.kind))
  return { version: shortName(newest), items, count: items.length, _meta: historyMeta(history, newest) }
}

type ItemEntry = ItemsBody["items"][number]

const itemEntry = (
  { releases }: ReleaseHistory,
  lifespan: Lifespan,
  newestOfAll: Version | undefined,
  facts: DeprecationFacts | undefined
): ItemEntry => {
  const { addedIn, deprecatedIn, deprecation, item, label, lastIn, removedIn, texts } = lifespan
  const removal = removedIn === undefined ? undefined : releases.get(removedIn)
  return {
    item: formatItem(item),
    kind: kindOf(item),
    label: label ?? texts.description,
    ...labelTranslations(item, texts.translations, deprecation?.translations),
    added_in: addedIn,
    ...(deprecatedIn === undefined ? {} : { deprecated_in: deprecatedIn }),
    ...(removedIn === undefined ? {} : { removed_in: removedIn }),
    ...(removal === undefined ? {} : { removed_on: dayOf(removal.published_at) }),
    ...(lastIn === newestOfAll ? {} : { last_in: lastIn }),
    ...(deprecation === undefined ? {} : replacementOf(item, deprecation)),
    ...(facts === undefined ? {} : { deprecation: deprecationBody(facts) })
  }
}
