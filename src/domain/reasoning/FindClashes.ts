import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Config, Setting } from "../taxonomy/Config.ts"
import { configProblems, vocabularyOf, type ConfigViolation } from "../taxonomy/ConfigValidation.ts"
import { codesIn, settingOf } from "../taxonomy/Settings.ts"
import type { Dimension, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import { snapshotOf, valuesByCode, type Snapshot } from "../vocabulary/Snapshot.ts"
import type { CommonDays } from "./Answer.ts"
import { clash, explainClash, type ClashAnswer, type ClashVerdict } from "./Clash.ts"
import { compileConfig, type CompiledConfig, type CompiledGrant } from "./CompileConfig.ts"

/** What a contract grants, to whom and when. It has a config, or the code of a base license of its release. */
export interface GrantTerms {
  /** A licensee that is not named can be any. */
  readonly licensee?: string | undefined
  /** The first day, `YYYY-MM-DD`. Without one, the contract has always begun. */
  readonly from?: string | undefined
  /** The last day, `YYYY-MM-DD`. Without one, the contract does not end. */
  readonly until?: string | undefined
  readonly config?: unknown
  readonly license?: string | undefined
}

/** Why a contract is not compared. */
export type GrantProblem =
  | { readonly _tag: "UnknownVersion" }
  | { readonly _tag: "UnknownLicense" }
  /** `from` or `until` is no day, or the contract ends before it begins. */
  | { readonly _tag: "WrongDays" }
  /** Its release refuses the config. */
  | { readonly _tag: "InvalidConfig"; readonly problems: ReadonlyArray<ConfigViolation> }

/** A contract that is ready to be compared. */
export interface Grant<C extends GrantTerms = GrantTerms> {
  readonly contract: C
  readonly compiled: CompiledGrant
}

/** Two contracts of one licensor. */
export interface GrantPair<C extends GrantTerms = GrantTerms> {
  readonly a: Grant<C>
  readonly b: Grant<C>
  readonly verdict: ClashVerdict
}

/** Why two contracts do not clash whatever they grant. */
export type Apart = "same-licensee" | "no-common-day"

export interface PairAnswer extends ClashAnswer {
  readonly apart?: Apart
  readonly days?: CommonDays
}

/** A contract of a list. */
export interface ListedContract extends GrantTerms {
  readonly licensor: string
  /** The release that it was written for, as the list of releases names it. */
  readonly version: string
}

export interface Clashes<C extends ListedContract = ListedContract> {
  /** The pairs that clash, or of which it is unknown. */
  readonly pairs: ReadonlyArray<GrantPair<C>>
  /** How many pairs have each verdict. */
  readonly verdicts: Readonly<Record<ClashVerdict, number>>
  readonly uncompared: ReadonlyArray<{ readonly contract: C; readonly problem: GrantProblem }>
}

/** Compares the contracts of each licensor. The releases are in ascending order. */
export const findClashes = <C extends ListedContract>(
  contracts: ReadonlyArray<C>,
  releases: ReadonlyMap<string, Taxonomy>
): Clashes<C> => {
  const { readGrant } = makeReadGrant([...releases.values()])
  const uncompared: Array<Clashes<C>["uncompared"][number]> = []
  const pairs: Array<GrantPair<C>> = []
  const verdicts = { clash: 0, unknown: 0, none: 0 }
  const byLicensor = new Map<string, Array<C>>()
  for (const contract of contracts) {
    const ofLicensor = byLicensor.get(contract.licensor)
    if (ofLicensor === undefined) byLicensor.set(contract.licensor, [contract])
    else ofLicensor.push(contract)
  }
  for (const ofLicensor of byLicensor.values()) {
    const grants = ofLicensor.flatMap((contract) => {
      const grant = readGrant(contract, releases.get(contract.version))
      if ("contract" in grant) return [grant]
      uncompared.push({ contract, problem: grant })
      return []
    })
    for (const pair of comparePairs(grants)) {
      verdicts[pair.verdict] += 1
      if (pair.verdict !== "none") pairs.push(pair)
    }
  }
  return { pairs, verdicts, uncompared }
}

/**
 * Makes the function that reads contracts of several releases as they are written (docs/meaning.md). The last release says
 * what codes mean; codes that it lacks mean what they meant in the last one that has them.
 */
export const makeReadGrant = (
  releases: ReadonlyArray<Taxonomy>
): {
  /** All dimensions and codes that a contract can name. */
  readonly snapshot: Snapshot
  readonly readGrant: <C extends GrantTerms>(contract: C, release: Taxonomy | undefined) => Grant<C> | GrantProblem
} => {
  const snapshot = snapshotOf(uniteTaxonomies(releases))
  const readingOf = memoizeByIdentity((release: Taxonomy) => makeReading(snapshot, release))
  return {
    snapshot,
    readGrant: (contract, release) => {
      if (release === undefined) return { _tag: "UnknownVersion" }
      if (!hasDays(contract)) return { _tag: "WrongDays" }
      const config = configOf(contract, release)
      if (config === undefined) return { _tag: "UnknownLicense" }
      const compiled = readingOf(release)(config)
      if (!("model" in compiled)) return { _tag: "InvalidConfig", problems: compiled }
      // Configs of many contracts would take most of the memory.
      const { config: _, ...grant } = compiled
      return { contract, compiled: grant }
    }
  }
}

/** The config of a contract, or that of its base license. `undefined` if the release has no such license. */
export const configOf = ({ config, license }: GrantTerms, release: Taxonomy): unknown =>
  config === undefined && license !== undefined ? snapshotOf(release).license(license)?.config : config

/** Compares each two contracts of one licensor, in their order. */
export function* comparePairs<C extends GrantTerms>(
  grants: ReadonlyArray<Grant<C>>
): Generator<GrantPair<C>, void, undefined> {
  for (const [index, a] of grants.entries()) {
    for (let next = index + 1; next < grants.length; next += 1) {
      const b = grants[next]
      if (b !== undefined) yield { a, b, verdict: compareGrants(a, b) }
    }
  }
}

const compareGrants = (a: Grant, b: Grant): ClashVerdict =>
  apartBy(a.contract, b.contract) === undefined ? clash(a.compiled, b.compiled) : "none"

/** The verdict of a pair with its reasons. */
export const explainPair = <C extends GrantTerms>({ a, b }: Pick<GrantPair<C>, "a" | "b">): PairAnswer => {
  const apart = apartBy(a.contract, b.contract)
  return apart === undefined
    ? { ...explainClash(a.compiled, b.compiled), days: commonDays([a.contract, b.contract]) }
    : { verdict: "none", reasons: [], witness: [], open: [], separates: [], apart }
}

const commonDays = (contracts: ReadonlyArray<GrantTerms>): CommonDays => {
  const from = contracts
    .flatMap((contract) => contract.from ?? [])
    .toSorted()
    .at(-1)
  const [until] = contracts.flatMap((contract) => contract.until ?? []).toSorted()
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
}

const apartBy = (a: GrantTerms, b: GrantTerms): Apart | undefined => {
  if (a.licensee !== undefined && a.licensee === b.licensee) return "same-licensee"
  return beginsAfter(a, b) || beginsAfter(b, a) ? "no-common-day" : undefined
}

const beginsAfter = ({ from }: GrantTerms, { until }: GrantTerms): boolean =>
  from !== undefined && until !== undefined && from > until

/** True unless a bound is no day, or the days end before they begin. Days of one length are in the order of their texts. */
export const hasDays = ({ from, until }: GrantTerms): boolean =>
  (from === undefined || isDay(from)) && (until === undefined || isDay(until)) && !beginsAfter({ from }, { until })

/** True for a day of the calendar, `YYYY-MM-DD`. */
const isDay = (text: string): boolean => {
  const [, year, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined) return false
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= last
}

/** Makes the function that compiles the configs of a release, or tells why they are invalid in it. */
const makeReading = (snapshot: Snapshot, release: Taxonomy) => {
  const vocabulary = vocabularyOf(release.dimensions, release.rules)
  const own = snapshotOf(release)
  const unsettable = new Set(
    snapshot.taxonomy.dimensions.flatMap(({ name }) => (own.dimension(name) === undefined ? [name] : []))
  )
  const reshaped = release.dimensions.filter(({ name, shape }) => snapshot.dimension(name)?.shape !== shape)
  return (config: unknown): CompiledConfig | ReadonlyArray<ConfigViolation> => {
    const problems = configProblems(vocabulary, config)
    if (problems.length > 0) return problems
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What has no problems is a config
    const written = config as Config
    return compileConfig(snapshot, reshaped.length === 0 ? written : reshape(snapshot, reshaped, written), unsettable)
  }
}

/** A config whose flags are lists, or whose lists are flags, as far as the shape of a dimension changed so. */
const reshape = (snapshot: Snapshot, reshaped: ReadonlyArray<Dimension>, config: Config): Config => ({
  ...config,
  ...Object.fromEntries(
    reshaped.flatMap((dimension): ReadonlyArray<readonly [string, Setting]> => {
      const { name, shape, values } = dimension
      const setting = settingOf(config, name)
      if (setting === undefined) return []
      const isTrue = (code: string): boolean => typeof setting === "object" && Reflect.get(setting, code) === true
      const codes = codesIn(setting).flatMap(({ code }) => (shape === "flags" && !isTrue(code) ? [] : [code]))
      if (snapshot.dimension(name)?.shape === "flags")
        return [[name, Object.fromEntries(values.map(({ code }) => [code, codes.includes(code)]))]]
      return shape === "flags" ? [[name, codes]] : []
    })
  )
})

/** The last taxonomy, with the dimensions and codes that it lacks as the last one had them that has them. */
const uniteTaxonomies = (releases: ReadonlyArray<Taxonomy>): Taxonomy => {
  const [last, ...older] = releases.toReversed()
  if (last === undefined) throw new RangeError("Contracts are read by at least one release")
  const dimensions = new Map(last.dimensions.map((dimension) => [dimension.name, dimension]))
  // Most releases leave most lists as they are.
  const united = new Set(last.dimensions.map(({ values }) => values))
  for (const dimension of older.flatMap((each) => each.dimensions)) {
    const { name, values } = dimension
    if (united.has(values)) continue
    united.add(values)
    const known = dimensions.get(name)
    dimensions.set(name, known === undefined ? dimension : { ...known, values: uniteValues(known.values, values) })
  }
  return { ...last, dimensions: [...dimensions.values()] }
}

/** Values of a dimension with those that it lacks, and with the kinds and rights that lead to these. */
const uniteValues = (known: ReadonlyArray<Value>, older: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const codes = valuesByCode(known)
  const removed = older.filter(({ code }) => !codes.has(code))
  if (removed.length === 0) return known
  const isRemoved = (code: string): boolean => !codes.has(code)
  const before = valuesByCode(older)
  return [
    ...known.map((value) => {
      const { broader, includes } = before.get(value.code) ?? {}
      const [kinds, rights] = [broader?.filter(isRemoved) ?? [], includes?.filter(isRemoved) ?? []]
      return {
        ...value,
        ...(kinds.length === 0 ? {} : { broader: [...(value.broader ?? []), ...kinds] }),
        ...(rights.length === 0 ? {} : { includes: [...(value.includes ?? []), ...rights] })
      }
    }),
    ...removed
  ]
}
