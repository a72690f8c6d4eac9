import type { Config, Setting } from "../taxonomy/Config.ts"
import { conflicts } from "../taxonomy/Rules.ts"
import { isListOfCodes, settingOf } from "../taxonomy/Settings.ts"
import type { Reason, Repair } from "./Answer.ts"
import { and, hasBit, isEmpty, isWithin, makeBits, meets, or, setBit, without, type Bits } from "./Bits.ts"
import { broadestNumbers } from "./BroadestCodes.ts"
import { compileConfig, reservedBy, segmentOf, type CompiledConfig, type CompiledUse } from "./CompileConfig.ts"
import { covers } from "./Covers.ts"
import type { Model, ModelDimension } from "./Model.ts"
import { coversIn } from "./Worlds.ts"

/**
 * The configs that keep all that a gives and add just what the reasons name. A single value becomes the least that covers
 * both, in each way if there are several. None if there is no way, such as a limit that a permission of a brings along.
 */
export const repairsOf = (
  a: CompiledConfig,
  b: CompiledConfig,
  reasons: ReadonlyArray<Reason>
): ReadonlyArray<Repair> =>
  leastRepairs(a, b, reasons, {
    givesUp: false,
    isEnough: (config) => covers(config, b) !== "no" && covers(config, a) === "yes"
  })

/**
 * The configs that permit a use: what the license lacks is added, and the limits that the use does not keep are dropped, even
 * if a limit is a permission, too.
 */
export const permitRepairsOf = (
  license: CompiledConfig,
  use: CompiledUse,
  reasons: ReadonlyArray<Reason>,
  isPermitted: (config: CompiledConfig) => boolean
): ReadonlyArray<Repair> => {
  const { limits, needs } = license.model
  const wanted: CompiledConfig = {
    ...license,
    lower: or(license.lower, and(use.bits, needs)),
    upper: or(use.bits, without(license.upper, and(use.named, limits)))
  }
  for (const dimension of license.model.conditional) {
    const named = and(segmentOf(dimension, use.named), dimension.masks.limit)
    segmentOf(dimension, wanted.upper).set(
      or(segmentOf(dimension, use.bits), without(segmentOf(dimension, license.upper), named))
    )
  }
  return leastRepairs(license, wanted, reasons, { givesUp: true, isEnough: isPermitted })
}

interface Goal {
  /** True if a code that gives something can be dropped because of its limit. */
  readonly givesUp: boolean
  readonly isEnough: (config: CompiledConfig) => boolean
}

const leastRepairs = (
  a: CompiledConfig,
  b: CompiledConfig,
  reasons: ReadonlyArray<Reason>,
  { givesUp, isEnough }: Goal
): ReadonlyArray<Repair> => {
  const { model } = a
  const failing = model.dimensions.filter(({ name, refinedBy }) =>
    reasons.some(({ dimension }) => dimension === name || refinedBy.includes(dimension))
  )
  let changes: ReadonlyArray<Changes> = [{}]
  for (const dimension of failing) {
    const settings = settingsFor(dimension, a, targetOf(dimension, a, b, reasons, givesUp))
    changes = changes.flatMap((change) => settings.map((setting) => ({ ...change, ...setting }))).slice(0, maxTried)
  }
  const repairs = changes.flatMap((changed) => {
    const config = applyChanges(a.config, changed)
    const compiled = compileConfig(model.snapshot, config)
    return isEnough(compiled) ? [{ changed, compiled, config }] : []
  })
  const least = repairs.filter(({ compiled }) =>
    repairs.every(
      (other) => !isSmaller(failing, other.compiled, compiled) || isSmaller(failing, compiled, other.compiled)
    )
  )
  return least
    .slice(0, maxRepairs)
    .map(({ changed, config }) => ({ config, changed, breaks: brokenRules(model, config) }))
}

/** True if one config gives and asks no more than another in some dimensions. */
const isSmaller = (dimensions: ReadonlyArray<ModelDimension>, left: CompiledConfig, right: CompiledConfig): boolean =>
  dimensions.every((dimension) => {
    const bearing = bearingOf(dimension, left.model)
    return isWithin(and(segmentOf(dimension, left.lower), bearing), segmentOf(dimension, right.lower))
  })

const maxTried = 1_000

/** More ways than anybody reads. */
const maxRepairs = 16

type Changes = Repair["changed"]

const applyChanges = (config: Config, changed: Changes): Config =>
  Object.fromEntries(
    Object.entries({ ...config, ...changed }).flatMap(([name, setting]) => (setting === null ? [] : [[name, setting]]))
  )

const brokenRules = ({ snapshot }: Model, config: Config): ReadonlyArray<string> =>
  snapshot.taxonomy.rules.filter((rule) => conflicts(rule, config)).map(({ id }) => id)

const settingsFor = (
  dimension: ModelDimension,
  a: CompiledConfig,
  target: Bits | undefined
): ReadonlyArray<Changes> => {
  if (target === undefined) return []
  if (dimension.other !== undefined && hasBit(and(target, bearingOf(dimension, a.model)), dimension.other)) {
    return dimension.shape === "territory"
      ? [withoutParts(dimension, a.config, { [dimension.name]: { global: true, countries: [] } })]
      : dimension.silence === "everything"
        ? [{ [dimension.name]: null }]
        : []
  }
  switch (dimension.shape) {
    case "single":
      return singlesFor(dimension, a, target)
    case "multiple":
      return [{ [dimension.name]: listFor(dimension, a, target) }]
    case "flags":
      return [{ [dimension.name]: flagsFor(dimension, settingOf(a.config, dimension.name), target, a) }]
    case "territory":
      return [territoryFor(dimension, a.config, target)]
  }
}

/**
 * The codes that the repaired config has: what a gives and what it lacks, and of what a asks no more than b does.
 * `undefined` if a code that gives something asks for too much.
 */
const targetOf = (
  dimension: ModelDimension,
  a: CompiledConfig,
  b: CompiledConfig,
  reasons: ReadonlyArray<Reason>,
  givesUp: boolean
): Bits | undefined => {
  const { masks, words } = dimension
  const [has, wants] = [segmentOf(dimension, a.lower), segmentOf(dimension, b.lower)]
  const named = makeBits(words)
  const own = reasons.filter(({ dimension: name }) => name === dimension.name || dimension.refinedBy.includes(name))
  const excess = makeBits(words)
  for (const { codes, everything, kind } of own) {
    const into = kind === "limit" || kind === "duty" ? excess : named
    if (everything === true && dimension.other !== undefined) setBit(into, dimension.other)
    for (const code of codes) {
      const number = dimension.at.get(code)
      if (number !== undefined) for (const each of dimension.below(number)) setBit(into, each)
    }
  }
  const asked = without(and(has, or(masks.duty, masks.limit)), segmentOf(dimension, b.upper))
  const dropped = isEmpty(excess) ? excess : asked
  const gives = or(or(masks.scope, masks.permission), masks.everything)
  if (!givesUp && meets(and(dropped, gives), or(has, wants))) return undefined
  return or(without(has, dropped), named)
}

/** The codes of a single dimension that have the target, and ask for nothing beyond it. */
const singlesFor = (dimension: ModelDimension, a: CompiledConfig, target: Bits): ReadonlyArray<Changes> => {
  const { closureOf, codes, masks, name, silence } = dimension
  const asks = or(masks.duty, masks.limit)
  const added = without(target, segmentOf(dimension, a.lower))
  const fits = codes.flatMap((_, number) => {
    const closure = closureOf(number)
    const isEnough = coversIn(dimension, closure, without(target, asks)) || coversIn(dimension, closure, target)
    const keepsReserved = a.model.reservations.every(
      (each) => each.by !== dimension || isWithin(reservedBy(each, added), reservedBy(each, closure))
    )
    return isEnough && keepsReserved && isWithin(and(closure, asks), target) ? [number] : []
  })
  const bearing = bearingOf(dimension, a.model)
  const bearingIn = (number: number): Bits => and(closureOf(number), bearing)
  const isReserving = a.model.reservations.some(({ by }) => by === dimension)
  // What a code of a reservation adds depends on what else is granted, so the whole configs are compared later.
  const least = isReserving
    ? fits
    : fits.filter((number) =>
        fits.every(
          (other) => !isWithin(bearingIn(other), bearingIn(number)) || isWithin(bearingIn(number), bearingIn(other))
        )
      )
  if (least.length > 0)
    return least.flatMap((number) => (codes[number] === undefined ? [] : [{ [name]: codes[number].code }]))
  return silence === "nothing" && isEmpty(and(target, bearing)) ? [{ [name]: null }] : []
}

/** The codes that give, ask or reserve something. */
const bearingOf = (dimension: ModelDimension, { reservations }: Model): Bits => {
  const { duty, everything, limit, permission, scope } = dimension.masks
  const mask = [permission, everything, limit, duty].reduce(or, scope.slice())
  const reservation = reservations.find(({ by }) => by === dimension)
  dimension.codes.forEach((_, number) => {
    if (reservation?.isReserving(number) === true) setBit(mask, number)
  })
  if (reservation !== undefined && dimension.other !== undefined) setBit(mask, dimension.other)
  return mask
}

/** What a list has already and keeps, then what is added to it. */
const listFor = (dimension: ModelDimension, { config, model }: CompiledConfig, target: Bits): ReadonlyArray<string> => {
  const setting = settingOf(config, dimension.name)
  const listed = isListOfCodes(setting) ? setting : []
  const kept = listed.filter((code) => {
    const number = dimension.at.get(code)
    return number !== undefined && isWithin(dimension.closureOf(number), target)
  })
  return addCodes(dimension, kept, and(target, bearingOf(dimension, model)))
}

const addCodes = (dimension: ModelDimension, kept: ReadonlyArray<string>, target: Bits): ReadonlyArray<string> => {
  const has = kept.reduce((bits, code) => {
    const number = dimension.at.get(code)
    return number === undefined ? bits : or(bits, dimension.closureOf(number))
  }, makeBits(dimension.words))
  const added = broadestNumbers(dimension, without(target, has)).flatMap(
    (number) => dimension.codes[number]?.code ?? []
  )
  return [...kept, ...added]
}

const flagsFor = (
  dimension: ModelDimension,
  setting: Setting | undefined,
  target: Bits,
  { open }: CompiledConfig
): Setting =>
  Object.fromEntries(
    dimension.codes.flatMap(({ code }, number): ReadonlyArray<readonly [string, boolean]> => {
      const isOpen = hasBit(segmentOf(dimension, open), number)
      const isSet = hasBit(target, number)
      const isWritten = typeof setting === "object" && Object.hasOwn(setting, code)
      const isImplied = isSet ? dimension.silence === "everything" : isOpen || dimension.silence === "nothing"
      return isWritten || !isImplied ? [[code, isSet]] : []
    })
  )

/** Lists the countries, and of those of which parts are named the parts. */
const territoryFor = (dimension: ModelDimension, config: Config, target: Bits): Changes => {
  const numbers = addCodes(dimension, [], target).map((code) => dimension.at.get(code) ?? 0)
  const wholes = numbers.filter((number) => dimension.codes[number]?.dimension === dimension.name)
  const parts = numbers.filter((number) => !wholes.includes(number))
  const codeOf = (number: number): string => dimension.codes[number]?.code ?? ""
  const countries = [...new Set([...wholes.map(codeOf), ...parts.map((part) => codeOf(part).split("-", 1)[0] ?? "")])]
  return withoutParts(
    dimension,
    config,
    Object.fromEntries([
      [dimension.name, { global: false, countries }],
      ...dimension.refinedBy.flatMap((name) => {
        const listed = parts.filter((part) => dimension.codes[part]?.dimension === name).map(codeOf)
        return listed.length === 0 ? [] : [[name, listed] as const]
      })
    ])
  )
}

/** Leaves out the parts that a config no longer needs to name. */
const withoutParts = ({ refinedBy }: ModelDimension, config: Config, changed: Changes): Changes => ({
  ...Object.fromEntries(refinedBy.flatMap((name) => (settingOf(config, name) === undefined ? [] : [[name, null]]))),
  ...changed
})
