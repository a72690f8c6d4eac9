import { makeFinding, inItem } from "../../Finding.ts"
import { deprecatedItems } from "../../release/removal/DeprecationClock.ts"
import { formatItem, toItemId } from "../../taxonomy/ItemRef.ts"
import { namedItems, namesItems } from "../../vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { otherSources, type Check } from "../Check.ts"
import { formatInstead, insteadOf, type Instead } from "../deprecation/DeprecatedUses.ts"

export const deprecatedTarget: Check<
  "meaning/deprecated-target",
  Instead & { readonly item: string; readonly key: string }
> = {
  id: "meaning/deprecated-target",
  title: "Deprecated item named by what stays",
  level: "warning",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "A value or a dimension that stays names a deprecated item, for instance as a kind above it. The name has to go before the item can be removed, and removing it requires a major release. Name what replaces the item.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: QSR_FAST_FOOD
    label: Fast food
    description: Text.
    deprecated: { replaced_by: [QSR] }
  - code: DRIVE_THROUGH
    label: Drive-through
    description: Text.
    broader: [QSR_FAST_FOOD]`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: QSR_FAST_FOOD
    label: Fast food
    description: Text.
    deprecated: { replaced_by: [QSR] }
  - code: DRIVE_THROUGH
    label: Drive-through
    description: Text.
    broader: [QSR]`,
  message: ({ item, key }) => `"${key}" names ${item}, which is deprecated`,
  help: ({ key, ...instead }) =>
    instead.replaced_by.length === 0 ? `Remove it from ${key} together with the item.` : formatInstead(instead),
  run: ({ command }) => {
    const deprecated = new Map(deprecatedItems(command.taxonomy).map((found) => [toItemId(found.item), found]))
    if (deprecated.size === 0) return []
    return [...snapshotOf(command.taxonomy).items(namesItems)].flatMap((found) =>
      deprecated.has(toItemId(found.item))
        ? []
        : namedItems(found).flatMap(({ names, path }) => {
            const target = deprecated.get(toItemId(names))
            if (target === undefined) return []
            const { item } = found
            const facts = { ...insteadOf(target, deprecated), item: formatItem(names), key: String(path[0]) }
            return [makeFinding(deprecatedTarget, facts, { item, location: inItem(item, ...path) })]
          })
    )
  }
}
