import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Config, Setting } from "../taxonomy/Config.ts"
import { configProblems, countryOf, vocabularyOf, type ConfigViolation } from "../taxonomy/ConfigValidation.ts"
import { codesIn, isListOfCodes, isTerritory, settingOf } from "../taxonomy/Settings.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Snapshot } from "../vocabulary/Snapshot.ts"
import { and, hasBit, isEmpty, makeBits, or, setBit, type Bits } from "./Bits.ts"
import { modelOf, type Model, type ModelDimension, type Reservation } from "./Model.ts"

/**
 * A config made ready for verdicts. Where it is silent on an open point, `lower` has what every answer has, `upper` what
 * some answer has; elsewhere they are equal.
 */
export interface CompiledConfig {
  readonly model: Model
  readonly config: Config
  readonly lower: Bits
  readonly upper: Bits
  /** The bits of open points: of whole dimensions, and of single flags. */
  readonly open: Bits
  /** By the index of the dimension. */
  readonly states: ReadonlyArray<State>
  /** The dimensions that the config sets, by index. */
  readonly isNamed: ReadonlyArray<boolean>
  /** True if a scope is empty: the license grants no point, and reserves none. */
  readonly isEmpty: boolean
  /** What each reservation of the model reserves in its scope. */
  readonly reserved: ReadonlyArray<ReservedCodes>
  readonly hasReservations: boolean
}

/** All that says whether two grants clash. */
export type CompiledGrant = Omit<CompiledConfig, "config">

/** `contingent`: open if another open point is settled with a code that reserves what the dimension lists. */
type State = "settled" | "open" | "contingent"

interface ReservedCodes {
  readonly lower: Bits
  readonly upper: Bits
}

/**
 * Compiles a config that is valid under the taxonomy, once for many verdicts. It takes about 50 µs. Dimensions that its
 * writers could not set, by name, are open.
 */
export const compileConfig = (
  snapshot: Snapshot,
  config: Config,
  unsettable: ReadonlySet<string> = none
): CompiledConfig => {
  const model = modelOf(snapshot)
  const [lower, upper, open] = [makeBits(model.words), makeBits(model.words), makeBits(model.words)]
  const states: Array<State> = []
  const isNamed: Array<boolean> = []
  let isEmptyScope = false
  for (const dimension of model.dimensions) {
    const setting = settingOf(config, dimension.name)
    const silence = unsettable.has(dimension.name) ? "open" : dimension.silence
    isNamed.push(setting !== undefined)
    states.push(setting === undefined && silence === "open" ? "open" : "settled")
    if (dimension.shape === "flags") readFlags(dimension, silence, setting, { lower, upper, open })
    else if (setting === undefined) readSilence(dimension, silence, { lower, upper, open })
    else {
      addCodes(dimension, config, setting, lower)
      addCodes(dimension, config, setting, upper)
    }
    isEmptyScope ||= dimension.isScope && !meetsIn(dimension, upper, dimension.masks.scope)
  }
  for (const { by, openers } of model.reservations) {
    if (isNamed[by.index] === true || openers.length === 0) continue
    const isOpen = openers.some((opener) => isOpenedBy(opener, by, segmentOf(opener, lower)))
    if (!isOpen && !openers.some((opener) => isOpenedBy(opener, by, segmentOf(opener, upper)))) continue
    states[by.index] = isOpen || states[by.index] === "open" ? "open" : "contingent"
    if (states[by.index] === "open") {
      segmentOf(by, lower).set(by.masks.core)
      segmentOf(by, upper).set(by.masks.possible)
      segmentOf(by, open).fill(-1)
    } else {
      segmentOf(by, lower).set(and(segmentOf(by, lower), by.masks.core))
      segmentOf(by, upper).set(or(segmentOf(by, upper), by.masks.possible))
    }
  }
  const reserved = model.reservations.map((reservation) => ({
    lower: reservedBy(reservation, segmentOf(reservation.by, lower)),
    upper: reservedBy(reservation, segmentOf(reservation.by, upper))
  }))
  return {
    model,
    config,
    lower,
    upper,
    open,
    states,
    isNamed,
    isEmpty: isEmptyScope,
    reserved,
    hasReservations:
      !isEmptyScope &&
      (reserved.some((codes) => !isEmpty(codes.upper)) ||
        model.exclusivities.some((dimension) => meetsIn(dimension, upper, dimension.masks.everything)))
  }
}

const none: ReadonlySet<string> = new Set()

/** The bits of a dimension, as a view. */
export const segmentOf = ({ offset, words }: ModelDimension, bits: Bits): Bits => bits.subarray(offset, offset + words)

/** True if a dimension has one of the codes. It makes no view, since a verdict on many configs asks it often. */
export const meetsIn = ({ offset, words }: ModelDimension, bits: Bits, mask: Bits): boolean => {
  for (let at = 0; at < words; at += 1) if (((bits[offset + at] ?? 0) & (mask[at] ?? 0)) !== 0) return true
  return false
}

/** True if a dimension has a code. */
export const hasCode = ({ offset }: ModelDimension, bits: Bits, code: number): boolean =>
  hasBit(bits, offset * 32 + code)

/** The codes of a scope that codes of an exclusivity dimension reserve. What no code names reserves everything. */
export const reservedBy = ({ by, isReserving, of }: Reservation, codes: Bits): Bits => {
  const found = makeBits(of.words)
  if (isEmpty(codes)) return found
  if (by.other !== undefined && hasBit(codes, by.other)) return and(fullOf(of), of.masks.scope)
  by.codes.forEach(({ code }, number) => {
    if (!hasBit(codes, number) || !isReserving(number)) return
    const reserved = of.at.get(code)
    if (reserved === undefined) return
    of.closureOf(reserved).forEach((word, at) => (found[at] = (found[at] ?? 0) | word))
  })
  return and(found, of.masks.scope)
}

/** Every code of a dimension and what no code names. */
export const fullOf = memoizeByIdentity(({ codes, other, words }: ModelDimension): Bits => {
  const full = makeBits(words)
  codes.forEach((_, number) => setBit(full, number))
  if (other !== undefined) setBit(full, other)
  return full
})

/** True if a code that is set opens a dimension that is left out (`reserves` of that dimension). */
export const isOpenedBy = (opener: ModelDimension, opened: ModelDimension, codes: Bits): boolean =>
  opener.codes.some(({ opens }, number) => opens === opened.name && hasBit(codes, number))

type Ends = Pick<CompiledConfig, "lower" | "upper" | "open">

const readSilence = (
  dimension: ModelDimension,
  silence: ModelDimension["silence"],
  { lower, open, upper }: Ends
): void => {
  const { masks, offset, words } = dimension
  if (silence === "nothing") return
  if (silence === "everything") {
    lower.set(fullOf(dimension), offset)
    upper.set(fullOf(dimension), offset)
    return
  }
  lower.set(masks.core, offset)
  upper.set(masks.possible, offset)
  open.fill(-1, offset, offset + words)
}

const readFlags = (
  { codes, offset }: ModelDimension,
  silence: ModelDimension["silence"],
  setting: Setting | undefined,
  { lower, open, upper }: Ends
): void => {
  codes.forEach(({ code }, number) => {
    const flag = typeof setting === "object" && Object.hasOwn(setting, code) ? Reflect.get(setting, code) : undefined
    const bit = offset * 32 + number
    if (flag === true || (flag === undefined && silence === "everything")) setBit(lower, bit)
    if (flag === true || (flag === undefined && silence !== "nothing")) setBit(upper, bit)
    if (flag === undefined && silence === "open") setBit(open, bit)
  })
}

/** Adds the codes that a setting lists, with all codes below them. */
const addCodes = (dimension: ModelDimension, config: Config, setting: Setting, bits: Bits): void => {
  const { offset, refinedBy } = dimension
  if (isTerritory(setting) && setting.global) {
    bits.set(fullOf(dimension), offset)
    return
  }
  const add = (code: string): void => {
    const number = dimension.at.get(code)
    if (number === undefined) return
    const closure = dimension.closureOf(number)
    for (let at = 0; at < closure.length; at += 1) bits[offset + at] = (bits[offset + at] ?? 0) | (closure[at] ?? 0)
  }
  const parts = refinedBy.flatMap((name) => {
    const listed = settingOf(config, name)
    return isListOfCodes(listed) ? listed : []
  })
  const refined = new Set(parts.map(countryOf))
  if (typeof setting === "string") return add(setting)
  for (const { code } of codesIn(setting)) if (!refined.has(code)) add(code)
  parts.forEach(add)
}

/**
 * Compiles a use, which is written like a config: a scope that it leaves out is not asked, a permission is not needed, and a
 * limit of a dimension that it names is not kept. The conflict rules bind licenses, not uses.
 */
export const compileUse = (snapshot: Snapshot, use: Config): CompiledUse => {
  const model = modelOf(snapshot)
  const [bits, named] = [makeBits(model.words), makeBits(model.words)]
  for (const dimension of model.dimensions) {
    const isPart = dimension.refinedBy.some((name) => settingOf(use, name) !== undefined)
    const setting = settingOf(use, dimension.name) ?? (isPart ? { global: false, countries: [] } : undefined)
    if (setting === undefined) continue
    segmentOf(dimension, named).fill(-1)
    if (dimension.shape !== "flags") addCodes(dimension, use, setting, bits)
    else {
      dimension.codes.forEach(({ code }, number) => {
        if (typeof setting === "object" && Reflect.get(setting, code) === true)
          setBit(segmentOf(dimension, bits), number)
      })
    }
  }
  return { model, use, bits, named }
}

export interface CompiledUse {
  readonly model: Model
  readonly use: Config
  readonly bits: Bits
  /** The bits of the dimensions that the use names. */
  readonly named: Bits
}

/**
 * Why a use cannot be asked: dimensions or codes that the taxonomy lacks, and settings of another shape. A use needs to set
 * no dimension, breaks no rule, and can name a part without its country.
 */
export const useProblems = (snapshot: Snapshot, use: unknown): ReadonlyArray<ConfigViolation> =>
  configProblems(looseVocabulary(snapshot.taxonomy), use)

const looseVocabulary = /* @__PURE__ */ memoizeByIdentity(({ dimensions }: Taxonomy) => ({
  ...vocabularyOf(dimensions, []),
  required: [],
  refining: []
}))
