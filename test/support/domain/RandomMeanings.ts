import type { Config, Setting } from "../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../src/domain/taxonomy/ConfigValidation.ts"
import type { Role } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Dimension, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** Numbers that a seed determines (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const chance = (probability: number): boolean => next() < probability
  const pick = <A>(items: ReadonlyArray<A>): A => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError("There is nothing to pick from")
    return item
  }
  const some = <A>(items: ReadonlyArray<A>, probability = 0.5): ReadonlyArray<A> =>
    items.filter(() => chance(probability))
  return { chance, pick, some }
}

export type Random = ReturnType<typeof makeRandom>

/**
 * Taxonomies in which every role meets every shape and every silence, without what `check` refuses. Small ones have 2 or 3
 * codes in a dimension, large ones 10 to 30 with several kinds above each, and more dimensions.
 */
export const randomTaxonomy = (random: Random, isLarge = false): Taxonomy => {
  const { chance, pick } = random
  const count = (): number => (isLarge ? pick([10, 15, 20, 30]) : chance(0.4) ? 3 : 2)
  const codes = (
    prefix: string,
    role: Role,
    shape: Dimension["shape"],
    others: ReadonlyArray<Role>
  ): ReadonlyArray<Value> => {
    const values: Array<Value> = []
    for (const code of numbered(prefix, count())) {
      // A scope has a code that is one.
      const isFirst = role === "scope" && values.length === 0
      const roles = !isFirst && chance(0.25) && others.length > 0 ? overrides(role, others) : undefined
      const alike = values.filter((value) => String(value.role) === String(roles))
      const kinds =
        shape === "flags" || alike.length === 0 || chance(0.5)
          ? []
          : [...new Set([pick(alike), ...(alike.length > 2 && chance(0.3) ? [pick(alike)] : [])])]
      const key = chance(0.5) ? "broader" : "includes"
      values.push({
        code,
        label: code,
        description: code,
        ...(roles === undefined ? {} : { role: roles }),
        ...(kinds.length === 0 ? {} : { [key]: kinds.map((value) => value.code) })
      })
    }
    return values
  }
  const overrides = (role: Role, others: ReadonlyArray<Role>): ReadonlyArray<Role> =>
    chance(0.4) ? [role, pick(others.filter((other) => other !== role))] : [pick(others)]
  const dimension = (name: string, role: Role, shape: Dimension["shape"], others: ReadonlyArray<Role>): Dimension => {
    const unset = pick([
      "",
      "open",
      "everything",
      ...(role === "scope" ? [] : (["nothing", "nothing"] as const))
    ] as const)
    return {
      name,
      label: name,
      description: name,
      shape,
      required: false,
      role,
      ...(unset === "" ? {} : { unset }),
      values: codes(name.toUpperCase(), role, shape, others)
    }
  }
  const goods = dimension(
    "g",
    "scope",
    pick(["single", "multiple"]),
    chance(0.3) ? ["description", "limit", "duty"] : []
  )
  const dimensions: Array<Dimension> = [goods]
  if (chance(0.6)) {
    const place = dimension("t", "scope", "territory", [])
    dimensions.push(place)
    if (chance(0.5)) {
      const values = ["T1-A", "T1-B", ...(isLarge ? ["T2-A", "T2-B"] : [])].map(plainValue)
      dimensions.push({
        name: "u",
        label: "u",
        description: "u",
        shape: "multiple",
        required: false,
        refines: "t",
        values
      })
    }
  } else if (chance(0.5)) dimensions.push(dimension("v", "scope", pick(["single", "multiple"]), []))
  const plain: ReadonlyArray<Role> = ["permission", "limit", "duty", "description"]
  for (const name of isLarge ? ["p", "q"] : ["p"]) {
    if (chance(0.85)) dimensions.push(dimension(name, pick(plain), pick(["single", "multiple", "flags"]), plain))
  }
  if (chance(0.7)) {
    const by = dimension("x", "exclusivity", pick(["single", "multiple"]), [])
    const scopes = dimensions.filter(({ role }) => role === "scope").map(({ name }) => name)
    const within = chance(0.5) ? random.some(scopes) : []
    const targets = [...goods.values]
    const values = targets.map(({ code }, index): Value => {
      const value: Value = plainValue(code)
      return index > 0 && chance(0.3) ? { ...value, broader: [targets[index - 1]?.code ?? code] } : value
    })
    const roled = chance(0.15)
      ? values.map((value): Value => ({
          ...value,
          ...(value.broader === undefined &&
          !values.some(({ broader }) => broader?.includes(value.code)) &&
          (!isLarge || chance(0.8))
            ? { role: ["description"] }
            : {})
        }))
      : values
    dimensions.push({ ...by, reserves: "g", ...(within.length === 0 ? {} : { within }), values: roled })
  }
  const other = isLarge ? dimensions.find(({ name }) => name === "t" || name === "v") : undefined
  if (other !== undefined && chance(0.3)) {
    const by = dimension("w", "exclusivity", pick(["single", "multiple"]), [])
    const values = other.values.slice(0, 8).map(({ code }) => plainValue(code))
    dimensions.push({ ...by, reserves: other.name, ...(chance(0.5) ? { within: ["g"] } : {}), values })
  }
  if (chance(0.5)) {
    const hasList = dimensions.some(({ name }) => name === "x")
    const values: Array<Value> = [
      { code: "NONE", label: "n", description: "n", role: ["description"] },
      { code: "SOLE", label: "s", description: "s", reserves: "everything" },
      ...(chance(0.5)
        ? [{ code: "FULL", label: "f", description: "f", reserves: "everything", includes: ["SOLE"] }]
        : []),
      ...(hasList ? [{ code: "LIST", label: "l", description: "l", reserves: "x" }] : [])
    ]
    dimensions.push({ ...dimension("y", "exclusivity", pick(["single", "multiple"]), []), values })
  }
  if (chance(0.3)) {
    const exclusive = dimensions.filter(({ role }) => role === "exclusivity").map(({ name }) => name)
    const unbound = exclusive.length === 0 ? {} : { unbound_by: [pick(exclusive)] }
    const shape = pick(isLarge ? (["single", "multiple", "flags"] as const) : (["single", "multiple"] as const))
    const groups = (isLarge ? numbered("GROUP", count()) : []).map((code, index, all): Value => {
      const by = random.some(exclusive)
      const above = index === 0 || shape === "flags" || chance(0.7) ? [] : [all[index >> 1] ?? code]
      const kinds = above.length === 0 || above.includes(code) ? {} : { broader: above }
      return { ...plainValue(code), ...kinds, ...(by.length === 0 ? {} : { unbound_by: by }) }
    })
    dimensions.push({
      name: "c",
      label: "c",
      description: "c",
      shape,
      required: false,
      ...(chance(0.5) ? { unset: "nothing" as const } : {}),
      values: [
        { code: "GROUP", label: "g", description: "g", ...unbound },
        ...groups,
        { code: "ONE", label: "o", description: "o" }
      ]
    })
  }
  return { namespace: "n", title: "n", description: "n", dimensions, licenses: [], rules: [] }
}

const plainValue = (code: string): Value => ({ code, label: code, description: code })

const numbered = (prefix: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

/** A config that is valid under a taxonomy. */
export const randomConfig = (random: Random, taxonomy: Taxonomy, silence = 0.35): Config => {
  const entries = taxonomy.dimensions.flatMap((dimension): ReadonlyArray<readonly [string, Setting]> => {
    const { name, refines, shape, values } = dimension
    if (refines !== undefined || random.chance(silence)) return []
    const codes = values.map(({ code }) => code)
    switch (shape) {
      case "single":
        return [[name, random.pick(codes)]]
      case "multiple":
        return [[name, random.chance(0.1) ? [] : random.some(codes)]]
      case "flags":
        return [
          [name, Object.fromEntries(codes.flatMap((code) => (random.chance(0.3) ? [] : [[code, random.chance(0.5)]])))]
        ]
      case "territory": {
        const global = random.chance(0.25)
        return [[name, { global, countries: global || random.chance(0.1) ? [] : random.some(codes, 0.6) }]]
      }
    }
  })
  const config = Object.fromEntries(entries)
  const refining = taxonomy.dimensions.find(({ refines }) => refines !== undefined)
  const territory = config["t"]
  if (
    refining === undefined ||
    typeof territory !== "object" ||
    !("countries" in territory) ||
    !isListOfTexts(territory.countries)
  )
    return config
  const { countries } = territory
  const parts = refining.values.flatMap(({ code }) =>
    countries.some((country) => code.startsWith(`${country}-`)) ? [code] : []
  )
  return parts.length === 0 || random.chance(0.4) ? config : { ...config, [refining.name]: random.some(parts) }
}

const isListOfTexts = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value)

/** A valid config that differs from another one in a dimension or two. */
export const nearbyConfig = (random: Random, taxonomy: Taxonomy, config: Config): Config =>
  validOr(taxonomy, config, { ...config, ...randomConfig(random, taxonomy, 0.8) })

/** A valid config with fewer codes than another one, and fewer dimensions. */
export const narrowerConfig = (random: Random, taxonomy: Taxonomy, config: Config): Config => {
  const kept = Object.entries(config).flatMap(([name, setting]): ReadonlyArray<readonly [string, Setting]> => {
    if (random.chance(0.1)) return []
    if (isListOfTexts(setting)) return [[name, random.some(setting, 0.7)]]
    if (typeof setting !== "object" || !("countries" in setting) || !isListOfTexts(setting.countries))
      return [[name, setting]]
    return [[name, { global: setting.global, countries: random.some(setting.countries, 0.7) }]]
  })
  return validOr(taxonomy, config, Object.fromEntries(kept))
}

const validOr = (taxonomy: Taxonomy, config: Config, changed: Config): Config =>
  isValidConfig(taxonomy, changed) ? changed : config

export const isValidConfig = (taxonomy: Taxonomy, config: Config): boolean =>
  configProblems(vocabularyOf(taxonomy.dimensions, []), config).length === 0
