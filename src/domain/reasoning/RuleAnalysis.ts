import type { Change } from "../change/Change.ts"
import { isEqual } from "../change/Diff.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Condition, Config, MultipleCondition } from "../taxonomy/Config.ts"
import { isBinding, listConditions, type RuleCondition, type RuleConditions } from "../taxonomy/Rules.ts"
import { codesOf } from "../taxonomy/Settings.ts"
import type { ConflictRule, Dimension, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { snapshotOf, valuesByCode, type Snapshot } from "../vocabulary/Snapshot.ts"
import { RuleSpace, type Goal, type Premises } from "./RuleSpace.ts"
import type { Budget } from "./Solver.ts"

/** What follows from the rules of a taxonomy together. Each has a proof: none of its premises can be left out. */
export interface RuleAnalysis {
  /** Why no config is valid. Nothing else is said then. */
  readonly contradiction?: Premises
  /** Dimensions of which no valid config uses a value. */
  readonly unsettable: ReadonlyArray<{ readonly dimension: string; readonly because: Premises }>
  /** Values that no valid config uses, by dimension and proof. */
  readonly unusable: ReadonlyArray<{
    readonly dimension: string
    readonly codes: ReadonlyArray<string>
    readonly because: Premises
  }>
  /** Rules that only repeat what others forbid. They can be removed together: no proof uses another of them. */
  readonly implied: ReadonlyArray<{ readonly rule: ConflictRule; readonly because: Premises }>
  /** Rules that no config can break whatever other rules say, and advice that no valid config can break. */
  readonly neverMet: ReadonlyArray<{ readonly rule: ConflictRule; readonly because: Premises }>
}

/** Values that escape a rule which names others of their dimension, and the shortest config that does so with the first. */
export interface Escape {
  readonly rule: ConflictRule
  readonly condition: RuleCondition
  readonly codes: ReadonlyArray<string>
  readonly example: Config
}

/** What a change of a rule does: a config that it newly forbids, or else one that it newly allows. */
export interface RuleEffect {
  readonly rule: string
  readonly verdict: "forbidden" | "allowed"
  readonly config: Config
}

/** 30,000 questions and conflicts take about three seconds. What is not decided by then is not reported. */
const makeBudget = (): Budget => ({ left: 30_000, perQuestion: 2_000 })

const premisesOf = ({ dimensions, rules }: Taxonomy): Premises => ({
  rules: rules.filter(isBinding),
  required: dimensions.filter(({ required }) => required).map(({ name }) => name)
})

/** Understands the rules of a taxonomy together. If two imply each other, it is one of `suspects` that is implied. */
export const analyzeRules = (taxonomy: Taxonomy, suspects: ReadonlySet<string> = new Set()): RuleAnalysis => {
  const nothing = { unsettable: [], unusable: [], implied: [], neverMet: [] }
  if (taxonomy.rules.length === 0) return nothing
  const premises = premisesOf(taxonomy)
  const snapshot = snapshotOf(taxonomy)
  const budget = makeBudget()
  const advice = taxonomy.rules.filter((rule) => !isBinding(rule))
  const space = new RuleSpace(
    snapshot,
    premises,
    advice.map((breaks) => ({ breaks }))
  )
  const any = space.ask({}, budget)
  if (any === undefined) return nothing
  if (any._tag === "Impossible") {
    const contradiction = leastProof(snapshot, any.because, {}, budget)
    return contradiction === undefined ? nothing : { ...nothing, contradiction }
  }
  const questions: Questions = {
    isImpossible: (goal, without) => space.ask(goal, budget, without)?._tag === "Impossible",
    prove: (goal, without) => {
      const outcome = space.ask(goal, budget, without)
      return outcome?._tag === "Impossible" ? leastProof(snapshot, outcome.because, goal, budget) : undefined
    }
  }
  // Before other questions are asked, since it looks at the config that was just found.
  const doubtful = space.doubtfulValues()
  const idle = findIdle(premises, advice, suspects, questions)
  return { ...idle, ...findUnused(snapshot, space, doubtful, questions) }
}

interface Questions {
  readonly isImpossible: (goal: Goal, without?: ReadonlySet<ConflictRule>) => boolean
  /** Why a goal is impossible; `undefined` if it is possible, or not decided. */
  readonly prove: (goal: Goal, without?: ReadonlySet<ConflictRule>) => Premises | undefined
}

const findUnused = (
  snapshot: Snapshot,
  space: RuleSpace,
  doubtful: ReturnType<RuleSpace["doubtfulValues"]>,
  { prove }: Questions
): Pick<RuleAnalysis, "unsettable" | "unusable"> => {
  const unsettable: Array<RuleAnalysis["unsettable"][number]> = []
  const unusable: Array<RuleAnalysis["unusable"][number]> = []
  for (const [dimension, codes] of doubtful) {
    if (codes.length === 0 || snapshot.dimension(dimension)?.values.length === 0) continue
    const because = prove({ uses: { dimension } })
    if (because !== undefined) {
      if (!isEmpty(because)) unsettable.push({ dimension, because })
      continue
    }
    const proven = codes.flatMap((code) => {
      const because = prove({ uses: { dimension, codes: [code] } })
      return because === undefined || isEmpty(because) ? [] : [{ code, because }]
    })
    for (const alike of Map.groupBy(proven, ({ because }) => namesOf(because)).values()) {
      const [first] = alike
      if (first === undefined) continue
      const found = new Set(alike.flatMap(({ code }) => space.valuesLike({ dimension, code })))
      const inOrder = snapshot.dimension(dimension)?.values.flatMap(({ code }) => (found.has(code) ? [code] : []))
      unusable.push({ dimension, codes: inOrder ?? [], because: first.because })
    }
  }
  return { unsettable, unusable }
}

/** The rules without an effect. */
const findIdle = (
  { rules }: Premises,
  advice: ReadonlyArray<ConflictRule>,
  suspects: ReadonlySet<string>,
  { isImpossible, prove }: Questions
): Pick<RuleAnalysis, "implied" | "neverMet"> => {
  const idle = new Set<ConflictRule>()
  for (const rule of [...rules.filter(({ id }) => suspects.has(id)), ...rules.filter(({ id }) => !suspects.has(id))]) {
    if (isImpossible({ breaks: rule }, new Set([...idle, rule]))) idle.add(rule)
  }
  // What is idle is no reason for anything, whenever it was found.
  const proven = [...idle, ...advice].flatMap((rule) => {
    const because = prove({ breaks: rule }, idle)
    return because === undefined ? [] : [{ rule, because }]
  })
  const isNever = ({ because, rule }: (typeof proven)[number]): boolean =>
    !isBinding(rule) || because.rules.length === 0
  return { implied: proven.filter((each) => !isNever(each)), neverMet: proven.filter(isNever) }
}

const isEmpty = ({ required, rules }: Premises): boolean => required.length === 0 && rules.length === 0

const namesOf = ({ required, rules }: Premises): string => [...rules.map(({ id }) => id), "", ...required].join(" ")

/** Drops each premise without which the goal is impossible all the same. */
const leastProof = (snapshot: Snapshot, because: Premises, goal: Goal, budget: Budget): Premises | undefined => {
  let proof = because
  for (const premise of [...because.required, ...because.rules]) {
    const isOther = (each: unknown): boolean => each !== premise
    const rest = { rules: proof.rules.filter(isOther), required: proof.required.filter(isOther) }
    if (rest.rules.length + rest.required.length === proof.rules.length + proof.required.length) continue
    const outcome = new RuleSpace(snapshot, rest, [goal]).ask(goal, budget)
    if (outcome === undefined) return undefined
    if (outcome._tag === "Impossible") proof = outcome.because
  }
  return proof
}

/** For a condition of a rule, the values that it might have been meant to name, too. */
type Candidates = (condition: RuleCondition, rule: ConflictRule, dimension: Dimension) => ReadonlyArray<string>

/** The kinds below the values that a condition names and that it does not name. Only rules and kinds that changed. */
export const kindsBelow =
  (changedRules: ReadonlySet<string>, base: Taxonomy | undefined): Candidates =>
  ({ condition }, { id }, { name, shape, values }) => {
    const found = new Set(codesOf(condition, shape).map(({ code }) => code))
    const named = new Set(found)
    const isOld = (code: string, broader: ReadonlyArray<string>): boolean =>
      !changedRules.has(id) && base !== undefined && isEqual(snapshotOf(base).value(name, code)?.broader, broader)
    const kinds = kindsIn(values)
    const fresh = new Set(kinds.flatMap(({ broader = [], code }) => (isOld(code, broader) ? [] : [code])))
    if (fresh.size === 0) return []
    for (let size = -1; size !== found.size;) {
      size = found.size
      for (const { broader = [], code } of kinds) if (broader.some((each) => found.has(each))) found.add(code)
    }
    return [...found].filter((code) => fresh.has(code) && !named.has(code))
  }

// Each condition of a rule looks for them.
const kindsIn = /* @__PURE__ */ memoizeByIdentity((values: Dimension["values"]) =>
  values.filter(({ broader }) => broader !== undefined)
)

/** The new values of a dimension of which a condition listed nearly all values before, and lists the same now. */
export const newBesideList =
  (base: Taxonomy | undefined): Candidates =>
  ({ condition, dimension: name, key }, { id }, { shape, values }) => {
    if (base === undefined) return []
    const before = snapshotOf(base)
    const old = before.rule(id)?.[key]
    const known = before.dimension(name)
    if (old === undefined || known === undefined || !isEqual(old[name], condition)) return []
    const named = new Set(codesOf(condition, shape).map(({ code }) => code))
    const listed = known.values.filter(({ code }) => named.has(code)).length
    if (listed < minListed || listed < minShare * known.values.length) return []
    const codes = valuesByCode(known.values)
    return values.flatMap(({ code }) => (named.has(code) || codes.has(code) ? [] : [code]))
  }

/** What counts as all values but some. */
const minListed = 3
const minShare = 0.75

/** The candidates with which a valid config escapes a rule that would forbid it if it named them, too. */
export const findEscapes = (taxonomy: Taxonomy, candidatesOf: Candidates): ReadonlyArray<Escape> => {
  const snapshot = snapshotOf(taxonomy)
  const asked = taxonomy.rules.flatMap((rule) =>
    listConditions(rule).flatMap((condition) => {
      const dimension = snapshot.dimension(condition.dimension)
      if (dimension === undefined || dimension.shape === "flags") return []
      const codes = candidatesOf(condition, rule, dimension).flatMap((code) => {
        const breaks = widen(rule, condition, code)
        return breaks === undefined ? [] : [{ code, goal: { breaks, keeps: rule } satisfies Goal }]
      })
      return codes.length === 0 ? [] : [{ rule, condition, codes }]
    })
  )
  if (asked.length === 0) return []
  const budget = makeBudget()
  const goals = asked.flatMap(({ codes }) => codes.map(({ goal }) => goal))
  const space = new RuleSpace(snapshot, premisesOf(taxonomy), goals)
  return asked.flatMap(({ codes, condition, rule }): ReadonlyArray<Escape> => {
    const found = codes.flatMap(({ code, goal }) => {
      const outcome = space.ask(goal, budget)
      return outcome?._tag === "Possible" ? [{ code, goal }] : []
    })
    const [first] = found
    const example = first && space.findLeast(first.goal, budget)
    return example === undefined ? [] : [{ rule, condition, codes: found.map(({ code }) => code), example }]
  })
}

/** A rule that names one more value wherever it would forbid more by that; `undefined` if there is no such place. */
const widen = (
  rule: ConflictRule,
  { condition, dimension, key }: RuleCondition,
  code: string
): RuleConditions | undefined => {
  const isNegated = key === "require"
  const wider: Condition | undefined =
    "countries" in condition && typeof condition.countries === "object"
      ? withCountries(condition, widenCondition(condition.countries, code, isNegated))
      : widenCondition(condition, code, isNegated)
  const { forbid, when, require: required } = rule
  const all = { ...(forbid && { forbid }), ...(when && { when }), ...(required && { require: required }) }
  return wider === undefined ? undefined : { ...all, [key]: { ...all[key], [dimension]: wider } }
}

const withCountries = (condition: object, countries: Condition | undefined): Condition | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a condition of countries is widened to one
  countries === undefined ? undefined : { ...condition, countries: countries as MultipleCondition }

const widenCondition = (condition: object, code: string, isNegated: boolean): Condition | undefined => {
  const { any_of, contains, contains_all, contains_any, contains_none, equals, none_of, ...others }: Operands =
    condition
  const more = ([first, ...codes]: readonly [string, ...Array<string>]): readonly [string, ...Array<string>] => [
    first,
    ...codes,
    code
  ]
  if (isNegated) {
    if (none_of !== undefined) return { ...condition, none_of: more(none_of) }
    return contains_none === undefined ? undefined : { ...condition, contains_none: more(contains_none) }
  }
  if (any_of !== undefined) return equals === undefined ? { ...condition, any_of: more(any_of) } : undefined
  if (equals !== undefined) return { ...others, ...(none_of && { none_of }), any_of: [equals, code] }
  if (contains_any !== undefined) return { ...condition, contains_any: more(contains_any) }
  const [only, ...rest] = [...new Set([...(contains === undefined ? [] : [contains]), ...(contains_all ?? [])])]
  if (only === undefined || rest.length > 0) return undefined
  return { ...others, ...(contains_none && { contains_none }), contains_any: [only, code] }
}

/** The operands of conditions of lists and of single codes. */
interface Operands {
  readonly equals?: string
  readonly any_of?: readonly [string, ...Array<string>]
  readonly none_of?: readonly [string, ...Array<string>]
  readonly contains?: string
  readonly contains_any?: readonly [string, ...Array<string>]
  readonly contains_all?: readonly [string, ...Array<string>]
  readonly contains_none?: readonly [string, ...Array<string>]
}

/** The rules of which a release adds or changes what they forbid. */
export const changedRules = (changes: ReadonlyArray<Change>): ReadonlySet<string> =>
  new Set(changes.flatMap((change) => (isOfForce(change) ? [change.rule] : [])))

/** The first change of what a rule forbids, which reports explain. */
export const firstOfForce = (changes: ReadonlyArray<Change>, rule: string): Change | undefined =>
  changes.find((change) => isOfForce(change) && change.rule === rule)

const isOfForce = (change: Change) =>
  change.kind === "rule-added" ||
  change.kind === "rule-condition-changed" ||
  change.kind === "rule-case-changed" ||
  change.kind === "rule-demand-changed" ||
  change.kind === "rule-advice-changed"

/** What the changes of rules do to configs that all other rules allow. */
export const ruleEffects = (
  before: Taxonomy | undefined,
  after: Taxonomy,
  changes: ReadonlyArray<Change>
): ReadonlyArray<RuleEffect> => {
  const changed = changedRules(changes)
  if (before === undefined || changed.size === 0) return []
  const bindingIn = (taxonomy: Taxonomy, id: string): ConflictRule | undefined => {
    const rule = snapshotOf(taxonomy).rule(id)
    return rule === undefined || !isBinding(rule) ? undefined : rule
  }
  const budget = makeBudget()
  const sides = [...changed].map((id) => ({ id, old: bindingIn(before, id), now: bindingIn(after, id) }))
  const goals = sides.flatMap(({ old }): ReadonlyArray<Goal> => (old === undefined ? [] : [{ breaks: old }]))
  const space = new RuleSpace(snapshotOf(after), premisesOf(after), goals)
  return sides.flatMap(({ id, now, old }): ReadonlyArray<RuleEffect> => {
    const goal = { ...(now && { breaks: now }), ...(old && { keeps: old }) }
    const forbidden = now && space.findLeast(goal, budget, new Set([now]))
    if (forbidden !== undefined) return [{ rule: id, verdict: "forbidden", config: forbidden }]
    const allowed = old && space.findLeast({ breaks: old }, budget)
    return allowed === undefined ? [] : [{ rule: id, verdict: "allowed", config: allowed }]
  })
}
