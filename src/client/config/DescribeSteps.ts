import type { Migration, MigrationStep, OpenItem } from "../../domain/contracts/Migration.ts"
import { shapeInWords } from "../../domain/taxonomy/ConfigValidation.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ConfigMigrationStep, OpenConfigItem } from "./ConfigMigration.ts"

/** Describes a change of a config as data, and in a sentence. */
export const describeStep = (
  { item, path, ...step }: MigrationStep,
  replaced: "Replaced" | "Modernized"
): ConfigMigrationStep => {
  const place = { item: formatItem(item), path }
  if (step._tag === "Reshaped") {
    const { after, before } = step
    const message = `${place.item} takes ${shapeInWords[after]}, no longer ${shapeInWords[before]}`
    return { kind: step._tag, ...place, before, after, message }
  }
  const names = step.replaced_by.map(formatItem)
  const message =
    names.length === 0
      ? `${place.item} is left out: false states nothing`
      : `${place.item} became ${names.join(" and ")}`
  return { kind: replaced, ...place, replaced_by: names, message }
}

/** Describes an item that a person must decide on. */
export const describeOpen = ({ candidates, item, obstacle, path }: OpenItem): OpenConfigItem =>
  openItem(item, path, obstacle, candidates)

/** The items that stay deprecated, since a config without them breaks a rule. */
export const describeConflicting = ({ steps }: Migration): ReadonlyArray<OpenConfigItem> =>
  steps.flatMap((step) =>
    step._tag === "Replaced" ? [openItem(step.item, step.path, "conflict", step.replaced_by)] : []
  )

const openItem = (
  item: ItemRef,
  path: OpenItem["path"],
  obstacle: OpenConfigItem["obstacle"],
  candidates: ReadonlyArray<ItemRef>
): OpenConfigItem => {
  const names = candidates.map(formatItem)
  const name = formatItem(item)
  return { item: name, path, obstacle, candidates: names, message: sentences[obstacle](name, names) }
}

const sentences: Readonly<
  Record<OpenConfigItem["obstacle"], (item: string, candidates: ReadonlyArray<string>) => string>
> = {
  "no-replacement": (item) => `Nothing is known to replace ${item}. Remove it, or choose another value.`,
  choice: (item, candidates) =>
    candidates.length === 0 ? `Choose what replaces ${item}.` : `Choose ${candidates.join(" or ")} for ${item}.`,
  cycle: (item) => `The replacements of ${item} lead back to it. Choose another value.`,
  occupied: (item, candidates) =>
    `${candidates.join(" and ")} cannot replace ${item}, since the config already sets that dimension. Choose one.`,
  shape: (item, candidates) =>
    candidates.length === 0
      ? `The setting of ${item} does not fit the new shape. Write it again.`
      : `${candidates.join(" and ")} cannot replace ${item}, since the shape differs. Write the setting again.`,
  conflict: (item, candidates) =>
    `${candidates.join(" and ")} cannot replace ${item} alone, since a rule forbids the combination. Change both.`
}
