import type { Breakage } from "../../domain/contracts/Assess.ts"
import { shapeInWords, type ConfigProblem as Problem } from "../../domain/taxonomy/ConfigValidation.ts"
import { dimensionRef, formatItem, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ConfigBreakage } from "./ConfigMigration.ts"
import { describeMissingItem, type ConfigPair } from "./ConfigPair.ts"

/** Describes what broke as data, and in sentences. */
export const describeBreakage = (pair: ConfigPair, breakage: Breakage): ConfigBreakage => {
  const { item, path } = breakage
  const { version } = pair.to
  const added = "since" in breakage && breakage.since !== undefined ? { added_in: breakage.since } : {}
  const place = { item: formatItem(item), path, dimensions: dimensionsOf(item) }
  switch (breakage._tag) {
    case "ItemRemoved":
      return describeRemoval(pair, item, path)
    case "ItemUnknown": {
      const message = `${version} has no ${place.item}`
      return { kind: breakage._tag, ...place, ...describeMissingItem(pair, item).facts, ...added, message }
    }
    case "ShapeChanged": {
      const { after, before } = breakage
      const message = `${place.item} takes ${shapeInWords[after]} in ${version}, no longer ${shapeInWords[before]}`
      return { kind: breakage._tag, ...place, before, after, message, help: undefined }
    }
    case "DimensionRequired":
      return { kind: breakage._tag, ...place, ...added, message: `${version} requires ${place.item}`, help: undefined }
    case "RuleBroken": {
      const { description, forbid, id } = breakage.rule
      const message = `The rule ${id} forbids this combination in ${version}`
      const dimensions = Object.keys(forbid)
      return { kind: breakage._tag, ...place, dimensions, rule: id, ...added, message, help: description }
    }
  }
}

/** The breakages that a release tells by itself: what it refuses because it was removed. */
export const findRemovals = (pair: ConfigPair, problems: ReadonlyArray<Problem>): ReadonlyArray<ConfigBreakage> =>
  problems.flatMap((problem) => {
    const item = unknownItem(problem)
    return item !== undefined && describeMissingItem(pair, item).facts.removed_in !== undefined
      ? [describeRemoval(pair, item, problem.path)]
      : []
  })

/** The item of a problem that its release does not have. */
export const unknownItem = (problem: Problem): ItemRef | undefined => {
  if (problem._tag === "UnknownDimension") return dimensionRef(problem.dimension)
  return problem._tag === "UnknownValue" ? valueRef(problem.dimension, problem.value) : undefined
}

const describeRemoval = (pair: ConfigPair, item: ItemRef, path: Breakage["path"]): ConfigBreakage => {
  const { facts } = describeMissingItem(pair, item)
  const message = `${formatItem(item)} was removed in ${facts.removed_in ?? pair.to.version}`
  return { kind: "ItemRemoved", item: formatItem(item), path, dimensions: dimensionsOf(item), ...facts, message }
}

const dimensionsOf = (item: ItemRef): ReadonlyArray<string> => ("dimension" in item ? [item.dimension] : [])
