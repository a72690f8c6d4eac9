import { assess, type Breakage } from "../../domain/contracts/Assess.ts"
import { indexRelease, type ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import {
  modernize as modernizeConfig,
  type Migration,
  type MigrationStep,
  type OpenItem
} from "../../domain/contracts/Migration.ts"
import { configProblems, shapeInWords, type ConfigViolation } from "../../domain/taxonomy/ConfigValidation.ts"
import { codeOf, dimensionRef, formatItem, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { dimensionsIn, verdictOf } from "../../domain/taxonomy/Rules.ts"
import { isConfig } from "../../domain/taxonomy/Settings.ts"
import type { Config } from "../model/Model.generated.ts"
import { describeMissingItem, describeProblem, unlistedHelp, type ConfigPair } from "./DescribeProblem.ts"
import type { ConfigBreakage, ConfigMigration, ConfigMigrationStep, OpenConfigItem } from "./MigrateConfig.ts"

/** What a release says of a config, but for what it deprecates and what to pass, too. `after` are the problems before any step. */
export const migrateBetween = (
  pair: ConfigPair,
  given: unknown,
  { isFromKnown, modernize }: { readonly isFromKnown: boolean; readonly modernize: boolean }
): Omit<ConfigMigration, "deprecated" | "missing"> & { readonly after: ReadonlyArray<ConfigViolation> } => {
  const { broken: found, migration, verdict } = assess(given, pair.from, pair.to)
  const after = migration === undefined ? [] : configProblems(indexRelease(pair.to).vocabulary, given)
  const broken = isFromKnown ? found.map((breakage) => describeBreakage(pair, breakage)) : findRemovals(pair, after)
  const done: Outcome = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What needs no migration is a valid config
    config: migration === undefined ? (given as Config) : migration.config,
    draft: migration === undefined ? given : (migration.draft ?? given),
    steps: (migration?.steps ?? []).map((step) => describeStep(step, "Replaced")),
    open: (migration?.open ?? []).map(describeOpen)
  }
  return {
    verdict: verdict === "invalid" && broken.length > 0 ? "broken" : verdict,
    ...(modernize ? modernized(done, pair.to) : done),
    broken,
    problems: (migration?.problems ?? []).map((problem) => describeProblem(pair, problem)),
    after
  }
}

interface Outcome {
  readonly config: Config | undefined
  readonly draft: unknown
  readonly steps: ReadonlyArray<ConfigMigrationStep>
  readonly open: ReadonlyArray<OpenConfigItem>
}

/** Replaces the deprecated items of a valid config, too. */
const modernized = (outcome: Outcome, release: ContractRelease): Outcome => {
  const { config, open, steps } = outcome
  if (!isConfig(config)) return outcome
  const modern = modernizeConfig(config, release)
  const left = [...open, ...modern.open.map(describeOpen)]
  return modern.config === undefined
    ? { ...outcome, open: [...left, ...describeConflicting(modern)] }
    : {
        config: modern.config,
        draft: modern.config,
        steps: [...steps, ...modern.steps.map((step) => describeStep(step, "Modernized"))],
        open: left
      }
}

/** Describes what broke as data, and in sentences. */
const describeBreakage = (pair: ConfigPair, breakage: Breakage): ConfigBreakage => {
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
    case "UnlistedCountry": {
      const message = `In ${version}, ${place.item} is part of a country that the territory does not list`
      return { kind: breakage._tag, ...place, message, help: unlistedHelp(codeOf(item)) }
    }
    case "RuleBroken": {
      const { description, id } = breakage.rule
      const message = `The rule ${id} ${verdictOf(breakage.rule)} in ${version}`
      const dimensions = dimensionsIn(breakage.rule)
      return { kind: breakage._tag, ...place, dimensions, rule: id, ...added, message, help: description }
    }
  }
}

/** The breakages that a release tells by itself: what it refuses because it was removed. */
const findRemovals = (pair: ConfigPair, problems: ReadonlyArray<ConfigViolation>): ReadonlyArray<ConfigBreakage> =>
  problems.flatMap((problem) => {
    const item = unknownItem(problem)
    return item !== undefined && describeMissingItem(pair, item).facts.removed_in !== undefined
      ? [describeRemoval(pair, item, problem.path)]
      : []
  })

/** The item of a problem that its release does not have. */
export const unknownItem = (problem: ConfigViolation): ItemRef | undefined => {
  if (problem._tag === "UnknownDimension") return dimensionRef(problem.dimension)
  return problem._tag === "UnknownValue" ? valueRef(problem.dimension, problem.value) : undefined
}

const describeRemoval = (pair: ConfigPair, item: ItemRef, path: Breakage["path"]): ConfigBreakage => {
  const { facts } = describeMissingItem(pair, item)
  const message = `${formatItem(item)} was removed in ${facts.removed_in ?? pair.to.version}`
  return { kind: "ItemRemoved", item: formatItem(item), path, dimensions: dimensionsOf(item), ...facts, message }
}

const dimensionsOf = (item: ItemRef): ReadonlyArray<string> => ("dimension" in item ? [item.dimension] : [])

/** Describes a change of a config as data, and in a sentence. */
const describeStep = (
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
const describeOpen = ({ candidates, item, obstacle, path }: OpenItem): OpenConfigItem =>
  openItem(item, path, obstacle, candidates)

/** The items that stay deprecated, since a config without them breaks a rule. */
const describeConflicting = ({ steps }: Migration): ReadonlyArray<OpenConfigItem> =>
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
