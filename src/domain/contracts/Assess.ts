import { isObject } from "../Json.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { configProblems } from "../taxonomy/ConfigValidation.ts"
import { makeIsValidConfig } from "../taxonomy/ValidConfig.ts"
import type { Assessment } from "./Assessment.ts"
import { makeFindBreakages } from "./Breakages.ts"
import { makeIsValidBefore } from "./CommonTerms.ts"
import type { ContractRelease } from "./ContractRelease.ts"
import { makeFindDeprecated } from "./DeprecatedReferences.ts"
import { migrateConfig } from "./MigrateConfig.ts"
import { indexRelease } from "./ReleaseIndex.ts"
import { findRemoval, findReplacement } from "./ReleasePair.ts"
import { makeFindSuccession, type MigrationTarget } from "./Succession.ts"

export type Assess = (config: unknown) => Assessment

/** What a release says of a config that was written for another one, which may be newer, older, or of another major. */
export const assess = (config: unknown, from: ContractRelease, to: ContractRelease): Assessment =>
  assessors(from)(to)(config)

/**
 * Makes the function that assesses many configs. Most of them are valid, which takes a fraction of the time to find out.
 * Browsers assess one config at a time, so `assess` does without this code.
 */
export const makeAssess = (from: ContractRelease, to: ContractRelease): Assess =>
  makeAssessBy(from, to, {
    problemsOf: (vocabulary, config) =>
      isValidConfigOf(vocabulary)(config) ? none : configProblems(vocabulary, config),
    isValidBefore: makeIsValidBefore(indexRelease(from).vocabulary, indexRelease(to).vocabulary)
  })

const isValidConfigOf = /* @__PURE__ */ memoizeByIdentity(makeIsValidConfig)

interface Validation {
  readonly problemsOf: typeof configProblems
  /** True only for configs that are valid in the release before if they are valid in the other one. */
  readonly isValidBefore: (config: unknown) => boolean
}

/** What the assessments of two releases need of them is looked up once. */
const makeAssessBy = (
  from: ContractRelease,
  to: ContractRelease,
  { isValidBefore, problemsOf }: Validation
): Assess => {
  const [source, target] = [indexRelease(from), indexRelease(to)]
  const findDeprecated = makeFindDeprecated(from, to)
  const findBreakages = makeFindBreakages(from, to)
  const migrationTarget: MigrationTarget = {
    vocabulary: target.vocabulary,
    findSuccession: makeFindSuccession({
      isFinal: target.has,
      findReplacement: (item) => findReplacement(from, to, item)?.replacement
    }),
    isGone: (item) => !target.has(item) && (source.has(item) || findRemoval(to, item) !== undefined)
  }
  return (config) => {
    const after = problemsOf(target.vocabulary, config)
    const isSame = from === to || (after.length === 0 && isValidBefore(config))
    const before = isSame ? after : problemsOf(source.vocabulary, config)
    const deprecated = isObject(config) ? findDeprecated(config) : none
    if (after.length === 0) {
      const verdict = deprecated.length === 0 ? "valid" : "deprecated"
      return { verdict, problems: before, broken: none, deprecated, migration: undefined }
    }
    const broken = findBreakages(config, before, after)
    return {
      verdict: broken.length === 0 ? "invalid" : "broken",
      problems: before,
      broken,
      deprecated,
      migration: isObject(config)
        ? migrateConfig(config, migrationTarget)
        : { config: undefined, draft: undefined, steps: none, open: none, problems: after }
    }
  }
}

const none: ReadonlyArray<never> = []

const assessors = /* @__PURE__ */ memoizeByIdentity((from: ContractRelease) =>
  memoizeByIdentity((to: ContractRelease) =>
    makeAssessBy(from, to, { problemsOf: configProblems, isValidBefore: () => false })
  )
)
