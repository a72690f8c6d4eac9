import type { LabelOf } from "../../client/config/DescribeAnswer.ts"
import { migrateBetween } from "../../client/config/DescribeMigration.ts"
import { judgeConfig } from "../../client/config/JudgeConfig.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { formatItem, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { configReferences, isSetting } from "../../domain/taxonomy/Settings.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { labelIn, snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { weakLazy } from "../../platform/Lazy.ts"
import type { MigrationBody, ValidationBody } from "../bodies/QuestionBodies.ts"
import type { Question } from "../endpoints/Answers.ts"
import { deprecationBody } from "./DeprecationProjection.ts"
import { deprecationsIn, findTranslation, lookupTags } from "./LookupProjection.ts"
import { releaseMeta } from "./ReleasesProjection.ts"

/** What a release says of a config: as the client judges it, with what later releases deprecate. */
export const validationBody = ({ config, history, query, release }: Question): ValidationBody => {
  const to = contractRelease(history, release)
  const { advice, problems } = judgeConfig({ from: to, to, labelOf: labelsFor(release, query["lang"]) }, config)
  const localized = localize(release, query["lang"])
  return {
    version: shortName(release.version),
    verdict: problems.length === 0 ? "valid" : "invalid",
    problems: problems.map(localized),
    deprecated: deprecatedUses(history, release, config),
    advice: advice.map(localized),
    _meta: releaseMeta(release)
  }
}

/** What a release says of a config that was written for another one, and the config that it accepts instead. */
export const migrationBody = ({ config, from, history, query, release }: Question): MigrationBody => {
  const to = contractRelease(history, release)
  const labelOf = labelsFor(release, query["lang"])
  const pair = { from: from === undefined ? to : contractRelease(history, from), to, labelOf }
  const { after: _, ...migration } = migrateBetween(pair, config, { isFromKnown: from !== undefined, modernize: false })
  const localized = localize(release, query["lang"])
  const { config: valid, ...found } = migration
  return {
    version: shortName(release.version),
    ...found,
    ...(valid === undefined ? {} : { config: valid }),
    broken: migration.broken.map(localized),
    problems: migration.problems.map(localized),
    deprecated: deprecatedUses(history, release, config),
    _meta: releaseMeta(release)
  }
}

// A release is indexed once for many questions. Nothing keeps the index of one that nobody asks about any more.
const contractReleases = memoizeByIdentity((history: ReleaseHistory) =>
  memoizeByIdentity((release: PublishedRelease) => weakLazy(() => releaseOfHistory(history, release)))
)

/** A release as configs are judged by it. */
export const contractRelease = (history: ReleaseHistory, release: PublishedRelease): ContractRelease =>
  contractReleases(history)(release)()

const deprecatedUses = (
  history: ReleaseHistory,
  release: PublishedRelease,
  config: unknown
): ValidationBody["deprecated"] => {
  const deprecations = deprecationsIn(history, release)
  if (!isObject(config) || deprecations.size === 0) return []
  const settings = Object.fromEntries(Object.entries(config).filter(([, setting]) => isSetting(setting)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only settings are left
  return configReferences(settings as Parameters<typeof configReferences>[0]).flatMap(({ item, path }) => {
    const facts = deprecations.get(toItemId(item))
    return facts === undefined ? [] : [{ item: formatItem(item), path, deprecation: deprecationBody(facts) }]
  })
}

/** The labels of a release in a language, as far as there are translations. */
export const labelsFor = ({ taxonomy }: PublishedRelease, lang: Question["query"][string]): LabelOf => {
  const snapshot = snapshotOf(taxonomy)
  const tags = lookupTags(lang)
  return (item) => {
    const found = snapshot.get(item)
    const label = item._tag === "License" ? "name" : "label"
    return findTranslation(tags, found?.translations, label) ?? (found && labelIn(found))
  }
}

/** Brings the descriptions of rules into a language. */
const localize = ({ taxonomy }: PublishedRelease, lang: Question["query"][string]) => {
  const tags = lookupTags(lang)
  return <A extends { readonly rule?: string | undefined; readonly help: string | undefined }>({
    help,
    ...problem
  }: A) => {
    const translations = problem.rule === undefined ? undefined : snapshotOf(taxonomy).rule(problem.rule)?.translations
    const text = findTranslation(tags, translations, "description") ?? help
    return text === undefined ? problem : { ...problem, help: text }
  }
}
