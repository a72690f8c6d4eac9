import type { Config, Setting } from "../../../src/domain/taxonomy/Config.ts"
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

/** Small taxonomies in which every role meets every shape and every silence, without what `check` refuses. */
export const randomTaxonomy = (random: Random): Taxonomy => {
  const { chance, pick } = random
  const codes = (
    prefix: string,
    role: Role,
    shape: Dimension["shape"],
    others: ReadonlyArray<Role>
  ): ReadonlyArray<Value> => {
    const values: Array<Value> = []
    for (const code of [`${prefix}1`, `${prefix}2`, ...(chance(0.4) ? [`${prefix}3`] : [])]) {
      // A scope has a code that is one.
      const isFirst = role === "scope" && values.length === 0
      const roles = !isFirst && chance(0.25) && others.length > 0 ? overrides(role, others) : undefined
      const alike = values.filter((value) => String(value.role) === String(roles))
      const kinds = shape === "flags" || alike.length === 0 || chance(0.5) ? [] : [pick(alike)]
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
      const values = ["T1-A", "T1-B"].map((code) => ({ code, label: code, description: code }))
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
  if (chance(0.85)) {
    dimensions.push(dimension("p", pick(plain), pick(["single", "multiple", "flags"]), plain))
  }
  if (chance(0.7)) {
    const by = dimension("x", "exclusivity", pick(["single", "multiple"]), [])
    const scopes = dimensions.filter(({ role }) => role === "scope").map(({ name }) => name)
    const within = chance(0.5) ? random.some(scopes) : []
    const targets = [...goods.values]
    const values = targets.map(({ code }, index): Value => {
      const value: Value = { code, label: code, description: code }
      return index > 0 && chance(0.3) ? { ...value, broader: [targets[index - 1]?.code ?? code] } : value
    })
    const roled = chance(0.15)
      ? values.map((value): Value => ({
          ...value,
          ...(value.broader === undefined && !values.some(({ broader }) => broader?.includes(value.code))
            ? { role: ["description"] }
            : {})
        }))
      : values
    dimensions.push({ ...by, reserves: "g", ...(within.length === 0 ? {} : { within }), values: roled })
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
    dimensions.push({
      name: "c",
      label: "c",
      description: "c",
      shape: pick(["single", "multiple"]),
      required: false,
      ...(chance(0.5) ? { unset: "nothing" as const } : {}),
      values: [
        { code: "GROUP", label: "g", description: "g", ...unbound },
        { code: "ONE", label: "o", description: "o" }
      ]
    })
  }
  return { namespace: "n", title: "n", description: "n", dimensions, licenses: [], rules: [] }
}

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
    !Array.isArray(territory.countries) ||
    !territory.countries.includes("T1") ||
    random.chance(0.4)
  )
    return config
  return { ...config, [refining.name]: random.some(refining.values.map(({ code }) => code)) }
}
