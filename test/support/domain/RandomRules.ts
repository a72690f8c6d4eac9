import type { Condition, Conditions, Config, MultipleCondition, Setting } from "../../../src/domain/taxonomy/Config.ts"
import type { ConflictRule, Dimension, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import type { Random } from "./RandomMeanings.ts"

const text = { label: "Label", description: "Description." }

/** A taxonomy of few small dimensions with rules of every operator, so that all of its configs can be listed. */
export const randomRules = (random: Random, maxRules = 5): Taxonomy => {
  const dimension = (name: string, shape: Dimension["shape"], codes: ReadonlyArray<string>): Dimension => ({
    ...text,
    name,
    shape,
    required: random.chance(0.35),
    values: codes.map((code) => ({ ...text, code }))
  })
  const dimensions = [
    dimension("channel", "single", ["tv", "radio", "web"].slice(0, 1 + below(random, 3))),
    dimension("goods", "multiple", ["shoes", "beer", "cars"].slice(0, 1 + below(random, 3))),
    ...(random.chance(0.6) ? [dimension("rights", "flags", ["edit", "dub"].slice(0, 1 + below(random, 2)))] : []),
    ...(random.chance(0.6) ? [dimension("territory", "territory", ["SE", "US"].slice(0, below(random, 3)))] : []),
    ...(random.chance(0.4)
      ? [
          {
            ...dimension("us_states", "multiple", ["US-NY", "US-CA"].slice(0, 1 + below(random, 2))),
            refines: "territory"
          }
        ]
      : [])
  ].filter(({ refines }, _, all) => refines === undefined || all.some(({ name }) => name === refines))
  const rules = Array.from({ length: 1 + below(random, maxRules) }, (_, index): ConflictRule => {
    const rule = { id: `rule-${index}`, description: "Reason." }
    const advice = random.chance(0.15) ? { advice: true } : {}
    const some = (): Conditions => randomConditions(random, dimensions)
    return random.chance(0.5)
      ? { ...rule, ...advice, forbid: some() }
      : { ...rule, ...advice, when: some(), require: some() }
  })
  return { namespace: "test", title: "Test", description: "Test.", dimensions, licenses: [], rules }
}

const below = (random: Random, count: number): number => random.pick(Array.from({ length: count }, (_, index) => index))

const randomConditions = (random: Random, dimensions: ReadonlyArray<Dimension>): Conditions => {
  const count = random.chance(0.6) ? 1 : 2
  const picked = Array.from({ length: count }, () => random.pick(dimensions))
  return Object.fromEntries(picked.map((dimension) => [dimension.name, randomCondition(random, dimension)]))
}

const randomCondition = (random: Random, { shape, values }: Dimension): Condition => {
  const codes = values.map(({ code }) => code)
  const code = (): string => random.pick([...codes, "nowhere"].slice(0, Math.max(1, codes.length)))
  const list = (): [string, ...Array<string>] => [code(), ...codes.filter(() => random.chance(0.3))]
  const ofList = (): MultipleCondition => {
    const one = random.pick<() => MultipleCondition>([
      () => ({ contains: code() }),
      () => ({ contains_any: list() }),
      () => ({ contains_all: list() }),
      () => ({ contains_none: list() }),
      () => ({ empty: random.chance(0.5) })
    ])
    return random.chance(0.15) ? { ...ofList(), ...one() } : one()
  }
  switch (shape) {
    case "single": {
      const one = random.pick([() => ({ equals: code() }), () => ({ any_of: list() }), () => ({ none_of: list() })])()
      return random.chance(0.15) ? { ...one, none_of: list() } : one
    }
    case "multiple":
      return ofList()
    case "flags":
      return Object.fromEntries(
        list()
          .slice(0, 1 + below(random, 2))
          .map((member) => [member, random.chance(0.6)])
      )
    case "territory":
      return random.pick<() => Condition>([
        () => ({ global: random.chance(0.5) }),
        () => ({ countries: ofList() }),
        () => ({ global: random.chance(0.5), countries: ofList() })
      ])()
  }
}

/** Every well-formed config of a taxonomy, whatever its rules say. */
export const allConfigs = ({ dimensions }: Pick<Taxonomy, "dimensions">): ReadonlyArray<Config> =>
  dimensions
    .reduce<ReadonlyArray<Config>>(
      (configs, dimension) =>
        configs.flatMap((config) => [
          ...(dimension.required ? [] : [config]),
          ...settingsOf(dimension).map((setting) => ({ ...config, [dimension.name]: setting }))
        ]),
      [{}]
    )
    .filter((config) =>
      dimensions.every(({ name, refines }) => {
        const parts = config[name]
        const whole: Setting | undefined = refines === undefined ? undefined : config[refines]
        if (refines === undefined || !Array.isArray(parts) || parts.length === 0) return true
        const { countries, global } = readTerritory(whole)
        return !global && parts.every((part: string) => countries.includes(part.slice(0, 2)))
      })
    )

const settingsOf = ({ shape, values }: Dimension): ReadonlyArray<Setting> => {
  const codes = values.map(({ code }) => code)
  const lists = codes.reduce<ReadonlyArray<ReadonlyArray<string>>>(
    (found, code) => found.flatMap((list) => [list, [...list, code]]),
    [[]]
  )
  switch (shape) {
    case "single":
      return codes
    case "multiple":
      return lists
    case "territory":
      return lists.flatMap((countries) => [
        { global: true, countries },
        { global: false, countries }
      ])
    case "flags":
      return codes.reduce<ReadonlyArray<Record<string, boolean>>>(
        (found, code) => found.flatMap((flags) => [flags, { ...flags, [code]: true }, { ...flags, [code]: false }]),
        [{}]
      )
  }
}

const readTerritory = (setting: unknown): { readonly global: boolean; readonly countries: ReadonlyArray<string> } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings are those above
  (setting ?? { global: true, countries: [] }) as { global: boolean; countries: ReadonlyArray<string> }

/** Whether a config breaks a rule, read off the documentation of the operators. */
export const oracleBreaks = (rule: Pick<ConflictRule, "forbid" | "when" | "require">, config: Config): boolean => {
  const { forbid, require: required, when } = rule
  if (forbid !== undefined) return oracleMeets(forbid, config)
  return oracleMeets(when ?? {}, config) && !oracleMeets(required ?? {}, config)
}

const oracleMeets = (conditions: Conditions, config: Config): boolean =>
  Object.entries(conditions).every(([name, condition]) => {
    const setting: unknown = config[name]
    if (setting === undefined) return false
    return Object.entries(condition).every(([operator, operand]: [string, unknown]): boolean => {
      const codes = [operand].flat()
      if (typeof setting === "string") return codes.includes(setting) !== (operator === "none_of")
      if (Array.isArray(setting)) return oracleList(setting, operator, operand)
      const object: Record<string, unknown> = Object.assign({}, setting)
      if (operator === "countries" && Array.isArray(object["countries"])) {
        const { countries } = object
        return Object.entries(operand ?? {}).every(([inner, of]) => oracleList(countries, inner, of))
      }
      return object[operator] === operand
    })
  })

const oracleList = (list: ReadonlyArray<unknown>, operator: string, operand: unknown): boolean => {
  const codes = [operand].flat()
  const listed = codes.filter((code) => list.includes(code)).length
  switch (operator) {
    case "empty":
      return (list.length === 0) === operand
    case "contains_any":
      return listed > 0
    case "contains_none":
      return listed === 0
    default:
      return listed === codes.length
  }
}

/** True for a config that names a value as a use of it: a flag that is true, or a code. */
export const oracleUses = (config: Config, dimension: string, code: string): boolean => {
  const setting: unknown = config[dimension]
  if (typeof setting === "string") return setting === code
  if (Array.isArray(setting)) return setting.includes(code)
  const object: Record<string, unknown> = Object.assign({}, setting)
  return Array.isArray(object["countries"]) ? object["countries"].includes(code) : object[code] === true
}
