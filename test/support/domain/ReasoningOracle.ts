import type { Config } from "../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"

/**
 * Answers questions about small taxonomies by listing every use and every answer to every open point. It
 * follows the definitions of docs/meaning.md to the letter and shares no code with the pipeline.
 */

/** What a license says of each dimension once nothing is open: codes with those below them; `*` is what no code names. */
type Reading = ReadonlyMap<string, ReadonlySet<string>>
type Points = ReadonlySet<string>
interface Reserved {
  readonly by: string
  readonly points: Points
}

const codesOf = (taxonomy: Taxonomy, dimension: Dimension): ReadonlyArray<Value> => [
  ...dimension.values,
  ...taxonomy.dimensions.filter(({ refines }) => refines === dimension.name).flatMap(({ values }) => values)
]

const rolesOf = (dimension: Dimension, value: Value): ReadonlyArray<string> =>
  value.role ?? [dimension.role ?? "description"]

const isRefining = (taxonomy: Taxonomy, { refines }: Dimension): boolean =>
  refines !== undefined && taxonomy.dimensions.some(({ name, shape }) => name === refines && shape === "territory")

const own = (taxonomy: Taxonomy): ReadonlyArray<Dimension> =>
  taxonomy.dimensions.filter((dimension) => !isRefining(taxonomy, dimension))

const isScope = (dimension: Dimension): boolean =>
  dimension.role === "scope" || dimension.values.some((value) => rolesOf(dimension, value).includes("scope"))

/** A code and all below it, by trying every step until nothing is added. */
const below = (taxonomy: Taxonomy, dimension: Dimension, listed: ReadonlyArray<string>): Set<string> => {
  const found = new Set(listed)
  const values = codesOf(taxonomy, dimension)
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const value of values) {
      if (value.broader?.some((code) => found.has(code)) === true) found.add(value.code)
      if (found.has(value.code)) for (const code of value.includes ?? []) found.add(code)
      const [country = ""] = value.code.split("-")
      if (value.code.includes("-") && found.has(country)) found.add(value.code)
    }
  }
  return found
}

const all = (taxonomy: Taxonomy, dimension: Dimension): Set<string> =>
  new Set([...codesOf(taxonomy, dimension).map(({ code }) => code), ...(dimension.shape === "flags" ? [] : ["*"])])

/** All lists of some of the items. */
export const subsets = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const [first, ...rest] = items
  return first === undefined ? [[]] : subsets(rest).flatMap((set) => [set, [first, ...set]])
}

const listIn = (config: Config, name: string): ReadonlyArray<string> => {
  const setting = config[name]
  return Array.isArray(setting) ? setting : []
}

const flagIn = (config: Config, name: string, code: string): boolean | undefined => {
  const setting = config[name]
  const flag: unknown = typeof setting === "object" ? Reflect.get(setting, code) : undefined
  return typeof flag === "boolean" ? flag : undefined
}

const readSetting = (taxonomy: Taxonomy, dimension: Dimension, config: Config): Set<string> | undefined => {
  const setting = config[dimension.name]
  if (setting === undefined) return undefined
  if (typeof setting === "string") return below(taxonomy, dimension, [setting])
  if (Array.isArray(setting)) return below(taxonomy, dimension, setting)
  if (dimension.shape === "flags")
    return new Set(Object.entries(setting).flatMap(([code, flag]) => (flag === true ? [code] : [])))
  if (!("countries" in setting) || !Array.isArray(setting.countries)) return undefined
  const { countries, global } = setting
  if (global) return all(taxonomy, dimension)
  const parts = taxonomy.dimensions
    .filter(({ refines }) => refines === dimension.name)
    .flatMap(({ name }) => listIn(config, name))
  return below(taxonomy, dimension, [
    ...countries.filter((country) => !parts.some((part) => part.startsWith(`${country}-`))),
    ...parts
  ])
}

/** Every answer to an open point. */
const answers = (taxonomy: Taxonomy, dimension: Dimension): ReadonlyArray<Set<string>> => {
  const codes = codesOf(taxonomy, dimension).map(({ code }) => code)
  const listed = dimension.shape === "single" ? [[], ...codes.map((code) => [code])] : subsets(codes)
  const found = listed.map((list) => below(taxonomy, dimension, list))
  if (dimension.shape === "territory") found.push(all(taxonomy, dimension))
  return isScope(dimension) ? found.filter((set) => ofRole(dimension, set, "scope", taxonomy).size > 0) : found
}

const ofRole = (dimension: Dimension, codes: ReadonlySet<string>, role: string, taxonomy: Taxonomy): Set<string> =>
  new Set(
    [...codes].filter((code) => {
      if (code === "*") return dimension.role === role || (role === "scope" && isScope(dimension))
      const value = codesOf(taxonomy, dimension).find((each) => each.code === code)
      return value !== undefined && rolesOf(dimension, value).includes(role)
    })
  )

/** The dimensions that the writers of each of two configs could not set. */
type Unsettable = ReadonlyArray<ReadonlySet<string>>

type Answer = readonly [Set<string>, Set<string>]

/** All pairs of readings of two configs; what both leave open is settled alike if `alike`. */
function* worlds(
  taxonomy: Taxonomy,
  configs: readonly [Config, Config],
  alike: boolean,
  unsettable: Unsettable = []
): Generator<readonly [Reading, Reading]> {
  const opened = (dimension: Dimension, reading: Reading): boolean =>
    own(taxonomy).some((other) =>
      other.values.some(
        (value) =>
          value.reserves === dimension.name &&
          rolesOf(other, value).includes("exclusivity") &&
          reading.get(other.name)?.has(value.code) === true
      )
    )
  const isOpener = (dimension: Dimension) =>
    dimension.values.some(({ reserves }) => reserves !== undefined && reserves !== "everything")
  const dimensions = [...own(taxonomy)].sort((left, right) => Number(isOpener(right)) - Number(isOpener(left)))
  function* visit(
    at: number,
    readings: readonly [Map<string, ReadonlySet<string>>, Map<string, ReadonlySet<string>>]
  ): Generator<readonly [Reading, Reading]> {
    const dimension = dimensions[at]
    if (dimension === undefined) return yield readings
    for (const [ofA, ofB] of pairs(dimension, readings)) {
      readings[0].set(dimension.name, ofA)
      readings[1].set(dimension.name, ofB)
      yield* visit(at + 1, readings)
    }
    readings[0].delete(dimension.name)
    readings[1].delete(dimension.name)
  }
  const pairs = (dimension: Dimension, readings: readonly [Reading, Reading]): ReadonlyArray<Answer> => {
    if (dimension.shape === "flags") return flagPairs(dimension)
    const settled = configs.map((config, side) => {
      const said = readSetting(taxonomy, dimension, config)
      if (said !== undefined) return said
      if (opened(dimension, readings[side === 0 ? 0 : 1])) return undefined
      if (unsettable[side]?.has(dimension.name) === true) return undefined
      const { unset = "open" } = dimension
      return unset === "nothing" ? new Set<string>() : unset === "everything" ? all(taxonomy, dimension) : undefined
    })
    const [a, b] = settled
    const any = answers(taxonomy, dimension)
    if (a === undefined && b === undefined && alike) return any.map((answer): Answer => [answer, answer])
    return (a === undefined ? any : [a]).flatMap((ofA) =>
      (b === undefined ? any : [b]).map((ofB): Answer => [ofA, ofB])
    )
  }
  const flagPairs = (dimension: Dimension): ReadonlyArray<Answer> => {
    let found: ReadonlyArray<Answer> = [[new Set(), new Set()]]
    for (const { code } of dimension.values) {
      const [a = [], b = []] = configs.map((config, side) => {
        const flag = flagIn(config, dimension.name, code)
        if (flag !== undefined) return [flag]
        if (unsettable[side]?.has(dimension.name) === true) return [true, false]
        const { unset = "open" } = dimension
        return unset === "open" ? [true, false] : [unset === "everything"]
      })
      const both =
        alike && a.length === 2 && b.length === 2
          ? a.map((flag) => [flag, flag] as const)
          : a.flatMap((ofA) => b.map((ofB) => [ofA, ofB] as const))
      const add = (set: Set<string>, flag: boolean) => (flag ? new Set([...set, code]) : set)
      found = found.flatMap(([ofA, ofB]) => both.map(([flagA, flagB]): Answer => [add(ofA, flagA), add(ofB, flagB)]))
    }
    return found
  }
  yield* visit(0, [new Map(), new Map()])
}

/** True for a code that lies below another one of its dimension. */
export const isBelow = (taxonomy: Taxonomy, name: string, code: string, other: string): boolean => {
  const dimension = taxonomy.dimensions.find((each) => each.name === name)
  return dimension !== undefined && code !== other && below(taxonomy, dimension, [other]).has(code)
}

/** At most as many worlds as two configs have, to leave out questions that take long. */
export const countWorlds = (taxonomy: Taxonomy, configs: ReadonlyArray<Config>): number =>
  configs.reduce(
    (count, config) =>
      own(taxonomy).reduce((product, dimension) => {
        if (dimension.shape !== "flags")
          return config[dimension.name] === undefined ? product * answers(taxonomy, dimension).length : product
        return (
          product *
          2 ** dimension.values.filter(({ code }) => flagIn(config, dimension.name, code) === undefined).length
        )
      }, count),
    1
  )

const scopesOf = (taxonomy: Taxonomy): ReadonlyArray<Dimension> => own(taxonomy).filter(isScope)

const pointsWith = (taxonomy: Taxonomy, sideOf: (dimension: Dimension) => ReadonlySet<string>): Points =>
  new Set(
    scopesOf(taxonomy).reduce<ReadonlyArray<string>>(
      (points, dimension) =>
        points.flatMap((point) => [...sideOf(dimension)].map((code) => `${point} ${dimension.name}=${code}`)),
      [""]
    )
  )

const scopeCodes = (taxonomy: Taxonomy, dimension: Dimension, reading: Reading): Set<string> =>
  ofRole(dimension, reading.get(dimension.name) ?? new Set(), "scope", taxonomy)

const granted = (taxonomy: Taxonomy, reading: Reading): Points =>
  pointsWith(taxonomy, (dimension) => scopeCodes(taxonomy, dimension, reading))

const reserved = (taxonomy: Taxonomy, reading: Reading): ReadonlyArray<Reserved> => {
  if (granted(taxonomy, reading).size === 0) return []
  return own(taxonomy).flatMap((dimension) => {
    const listed = ofRole(dimension, reading.get(dimension.name) ?? new Set(), "exclusivity", taxonomy)
    return [...listed].flatMap((code): ReadonlyArray<Reserved> => {
      const value = dimension.values.find((each) => each.code === code)
      if (value?.reserves === "everything") return [{ by: dimension.name, points: granted(taxonomy, reading) }]
      const target = taxonomy.dimensions.find(({ name }) => name === dimension.reserves)
      if (value?.reserves !== undefined || target === undefined) return []
      const codes = code === "*" ? all(taxonomy, target) : below(taxonomy, target, [code])
      const bounds =
        dimension.within ??
        scopesOf(taxonomy)
          .map(({ name }) => name)
          .filter((name) => name !== target.name)
      const points = pointsWith(taxonomy, (scope) => {
        const whole = ofRole(scope, all(taxonomy, scope), "scope", taxonomy)
        const bounded = bounds.includes(scope.name) ? scopeCodes(taxonomy, scope, reading) : whole
        return scope === target ? new Set([...bounded].filter((each) => codes.has(each))) : bounded
      })
      return [{ by: dimension.name, points }]
    })
  })
}

const isSubset = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].every((each) => right.has(each))

const coversIn = (taxonomy: Taxonomy, [a, b]: readonly [Reading, Reading]): boolean => {
  if (granted(taxonomy, b).size === 0) return true
  if (!isSubset(granted(taxonomy, b), granted(taxonomy, a))) return false
  for (const dimension of own(taxonomy)) {
    const [ofA, ofB] = [a.get(dimension.name) ?? new Set<string>(), b.get(dimension.name) ?? new Set<string>()]
    const as = (role: string) =>
      [ofRole(dimension, ofA, role, taxonomy), ofRole(dimension, ofB, role, taxonomy)] as const
    const [permitsA, permitsB] = as("permission")
    if (!isSubset(permitsB, permitsA)) return false
    const [dutiesA, dutiesB] = as("duty")
    if (!isSubset(dutiesA, dutiesB)) return false
    const [limitsA, limitsB] = as("limit")
    for (const limit of limitsA) {
      const counts = dimension.role !== "permission" || [...permitsB].some((code) => code !== limit)
      if (counts && !limitsB.has(limit)) return false
    }
    const [wholeA, wholeB] = [ofA, ofB].map(
      (codes) =>
        new Set(
          [...codes].filter((code) => {
            const value = dimension.values.find((each) => each.code === code)
            return value?.reserves === "everything" && rolesOf(dimension, value).includes("exclusivity")
          })
        )
    )
    if (!isSubset(wholeB ?? new Set(), wholeA ?? new Set())) return false
  }
  const kept = new Set(reserved(taxonomy, a).flatMap(({ points }) => [...points]))
  return reserved(taxonomy, b).every(({ points }) => isSubset(points, kept))
}

const agree = (results: Iterable<boolean>): "yes" | "no" | "unknown" => {
  const found = new Set<boolean>()
  for (const result of results) {
    found.add(result)
    if (found.size === 2) return "unknown"
  }
  return found.has(true) ? "yes" : "no"
}

function* map<A, B>(items: Iterable<A>, change: (item: A) => B): Generator<B> {
  for (const item of items) yield change(item)
}

export const oracleCovers = (taxonomy: Taxonomy, a: Config, b: Config): "yes" | "no" | "unknown" =>
  agree(map(worlds(taxonomy, [a, b], true), (world) => coversIn(taxonomy, world)))

/** The reservations that are met, and the codes at which they are: `a exclusive`, and `a exclusive goods=BEER`. */
const metIn = (taxonomy: Taxonomy, [a, b]: readonly [Reading, Reading]): Set<string> => {
  const isUnbound = (by: string, reserving: Reading, grant: Reading): boolean =>
    own(taxonomy).some((dimension) =>
      dimension.values.some(
        ({ code, unbound_by = [] }) =>
          unbound_by.includes(by) &&
          grant.get(dimension.name)?.has(code) === true &&
          reserving.get(dimension.name)?.has(code) !== true
      )
    )
  const met = (side: string, reserving: Reading, grant: Reading): ReadonlyArray<string> =>
    reserved(taxonomy, reserving).flatMap(({ by, points }) =>
      isUnbound(by, reserving, grant)
        ? []
        : [...granted(taxonomy, grant)]
            .filter((point) => points.has(point))
            .flatMap((point) => ["", ...point.trim().split(" ")].map((code) => `${side} ${by} ${code}`.trim()))
    )
  return new Set([...met("a", a, b), ...met("b", b, a)])
}

/** What is met whatever the answers to open points are. */
export const oracleMet = (taxonomy: Taxonomy, a: Config, b: Config): ReadonlyArray<string> =>
  [...map(worlds(taxonomy, [a, b], false), (world) => metIn(taxonomy, world))]
    .reduce((common, met) => common.intersection(met))
    .values()
    .toArray()

export const oracleClash = (
  taxonomy: Taxonomy,
  a: Config,
  b: Config,
  unsettable: Unsettable = []
): "clash" | "none" | "unknown" => {
  const verdict = agree(map(worlds(taxonomy, [a, b], false, unsettable), (world) => metIn(taxonomy, world).size > 0))
  return verdict === "yes" ? "clash" : verdict === "no" ? "none" : verdict
}

export const oraclePermits = (taxonomy: Taxonomy, license: Config, use: Config): "yes" | "no" | "unknown" =>
  agree(
    map(worlds(taxonomy, [license, license], true), ([reading]) => {
      if (granted(taxonomy, reading).size === 0) return false
      return own(taxonomy).every((dimension) => {
        const parts = taxonomy.dimensions.filter(
          ({ name, refines }) => refines === dimension.name && use[name] !== undefined
        )
        const asked =
          readSetting(taxonomy, dimension, use) ??
          (parts.length === 0
            ? undefined
            : below(
                taxonomy,
                dimension,
                parts.flatMap(({ name }) => listIn(use, name))
              ))
        if (asked === undefined) return true
        const has = reading.get(dimension.name) ?? new Set<string>()
        const needs = ["scope", "permission"].flatMap((role) => [...ofRole(dimension, asked, role, taxonomy)])
        const permissions = ofRole(dimension, asked, "permission", taxonomy)
        return (
          needs.every((code) => has.has(code)) &&
          [...ofRole(dimension, has, "limit", taxonomy)].every(
            (limit) =>
              asked.has(limit) || (dimension.role === "permission" && ![...permissions].some((code) => code !== limit))
          )
        )
      })
    })
  )
