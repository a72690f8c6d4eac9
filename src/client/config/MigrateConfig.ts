import { assess } from "../../domain/contracts/Assess.ts"
import { type ContractRelease, indexRelease } from "../../domain/contracts/ContractRelease.ts"
import { modernize as modernizeConfig } from "../../domain/contracts/Migration.ts"
import { configProblems, type ConfigProblem as Problem } from "../../domain/taxonomy/ConfigValidation.ts"
import { isConfig } from "../../domain/taxonomy/Settings.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { Config } from "../model/Model.ts"
import type { ConfigMigration, ConfigMigrationStep, MigrationOptions, OpenConfigItem } from "./ConfigMigration.ts"
import { describeMissingItem, type ConfigPair } from "./ConfigPair.ts"
import { readConfigRelease, requireVersion } from "./ConfigRelease.ts"
import { withDefinedMembers } from "./DefinedMembers.ts"
import { findDeprecatedUses } from "./DeprecatedUses.ts"
import { describeBreakage, findRemovals, unknownItem } from "./DescribeBreakage.ts"
import { describeProblem } from "./DescribeProblem.ts"
import { describeConflicting, describeOpen, describeStep } from "./DescribeSteps.ts"

/**
 * Tells what a release says of a config that was written for another one, and makes the config that it accepts if every
 * broken item has exactly one replacement. Members that are `undefined` are ignored. Sends nothing. A release of format 1 does
 * not list what was removed: pass `items`, or as `from` a schema that still deprecates it. Throws `InvalidArgument` for an
 * invalid schema.
 */
export const migrateConfig = (config: unknown, options: MigrationOptions): ConfigMigration => {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgument("options", "must be an object with to, the schema that the config must be valid in.")
  }
  const { from, items, modernize = false, to } = options
  const target = readConfigRelease("to", to, items)
  requireVersion("to", to)
  const source = from === undefined ? target : readConfigRelease("from", from, items)
  if (from !== undefined) requireVersion("from", from)
  const pair: ConfigPair = { from: source, to: target }
  const given = withDefinedMembers(config)
  const { broken: found, migration, verdict } = assess(given, source, target)
  const after = migration === undefined ? [] : configProblems(indexRelease(target).vocabulary, given)
  const broken =
    from === undefined ? findRemovals(pair, after) : found.map((breakage) => describeBreakage(pair, breakage))
  const done: Outcome = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What needs no migration is a valid config
    config: migration === undefined ? (given as Config) : migration.config,
    draft: migration === undefined ? given : (migration.draft ?? given),
    steps: (migration?.steps ?? []).map((step) => describeStep(step, "Replaced")),
    open: (migration?.open ?? []).map(describeOpen)
  }
  const missing = findMissingHistory(pair, options, after)
  return {
    verdict: verdict === "invalid" && broken.length > 0 ? "broken" : verdict,
    ...(modernize ? modernized(done, target) : done),
    broken,
    deprecated: findDeprecatedUses(to, target, given),
    problems: (migration?.problems ?? []).map((problem) => describeProblem(pair, problem)),
    ...(missing === undefined ? {} : { missing })
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

/** Format 1 does not list what was removed, so something else must say what became of an unknown item. */
const findMissingHistory = (
  pair: ConfigPair,
  { from, items, to }: MigrationOptions,
  problems: ReadonlyArray<Problem>
): ConfigMigration["missing"] => {
  if (to.removed !== undefined || items !== undefined) return undefined
  const isUnexplained = problems.some((problem) => {
    const item = unknownItem(problem)
    return item !== undefined && describeMissingItem(pair, item).facts.help === undefined
  })
  if (!isUnexplained) return undefined
  const start = `The schema of ${pair.to.version} does not list what was removed`
  return from === undefined
    ? {
        options: ["items", "from"],
        message: `${start}. Pass items, or as from the schema that the config was written for.`
      }
    : { options: ["items"], message: `${start}, and that of ${pair.from.version} does not deprecate it. Pass items.` }
}
