import type { CoversAnswer, OpenPoint, Reason, Verdict } from "./Answer.ts"
import { and, hasBit, isEmpty, isWithin, listBits, makeBits, meets, or, setBit, without, type Bits } from "./Bits.ts"
import { groupReasons, openPoint } from "./BroadestCodes.ts"
import { reservedBy, segmentOf, type CompiledConfig } from "./CompileConfig.ts"
import { covers, limitsIn, reservesNoMore } from "./Covers.ts"
import type { ModelDimension, Reservation } from "./Model.ts"
import { repairsOf } from "./Repair.ts"

/** The verdict of `covers` with its reasons, its open points and the repairs of the first license. */
export const explainCovers = (a: CompiledConfig, b: CompiledConfig): CoversAnswer => {
  const verdict = covers(a, b)
  if (b.isEmpty) return { verdict, reasons: [], open: [], alike: [], repair: [] }
  const reasons = verdict === "no" ? reasonsOf(a, b) : []
  return {
    verdict,
    reasons,
    open: verdict === "yes" ? [] : openPointsOf(a, b),
    alike: a.model.dimensions.filter((dimension) => isAlike(dimension, a, b)).map(({ name }) => name),
    repair: verdict === "no" ? repairsOf(a, b, reasons) : []
  }
}

const reasonsOf = (a: CompiledConfig, b: CompiledConfig): ReadonlyArray<Reason> => [
  ...a.model.dimensions.flatMap((dimension) => reasonsIn(dimension, a, b)),
  ...missingReservations(a, b)
]

const reasonsIn = (dimension: ModelDimension, a: CompiledConfig, b: CompiledConfig): ReadonlyArray<Reason> => {
  const { isPermission, isScope, masks, name } = dimension
  const missing = without(segmentOf(dimension, b.lower), segmentOf(dimension, a.upper))
  const excess = without(segmentOf(dimension, a.lower), segmentOf(dimension, b.upper))
  const found = [
    ...groupReasons(dimension, and(missing, masks.scope), "scope"),
    ...groupReasons(dimension, and(missing, masks.permission), "permission"),
    ...groupReasons(dimension, and(missing, masks.everything), "exclusivity"),
    ...(isPermission && limitsIn(dimension, a, b) !== "no"
      ? []
      : groupReasons(dimension, and(excess, masks.limit), "limit")),
    ...groupReasons(dimension, and(excess, masks.duty), "duty")
  ]
  // An empty scope gives nothing, also to a license that leaves the scope open.
  return isScope && found.length === 0 && !meets(segmentOf(dimension, a.upper), masks.scope)
    ? [{ dimension: name, codes: [], kind: "scope" }]
    : found
}

/** The codes of b that reserve more than a would if it gave all that b gives, and asked for no more. */
const missingReservations = (a: CompiledConfig, b: CompiledConfig): ReadonlyArray<Reason> => {
  if (b.reserved.every(({ lower }) => isEmpty(lower))) return []
  const repaired = repairCodes(a, b)
  if (covers(repaired, b) !== "no" || covers(repaired, keepOnly(b)) === "no") return []
  const missingBy = (isMissing: (verdict: Verdict) => boolean): ReadonlyArray<Reason> =>
    a.model.reservations.flatMap((reservation) => {
      const { by } = reservation
      const missing = makeBits(by.words)
      for (const code of listBits(segmentOf(by, b.lower))) {
        if (isMissing(covers(repaired, keepOnly(b, reservation, code)))) setBit(missing, code)
      }
      return groupReasons(by, withoutImplied(reservation, missing), "exclusivity")
    })
  const always = missingBy((verdict) => verdict === "no")
  // Open points of b can decide which of its codes reserves too much, if one of them does in any case.
  return always.length > 0 ? always : missingBy((verdict) => verdict !== "yes")
}

/** A config with the codes that it lacks, and without those that it asks for too much. Reservations stay. */
const repairCodes = (a: CompiledConfig, b: CompiledConfig): CompiledConfig => {
  const [lower, upper] = [a.lower.slice(), a.upper.slice()]
  for (const dimension of a.model.dimensions) {
    const { isPermission, masks, offset } = dimension
    const missing = without(segmentOf(dimension, b.lower), segmentOf(dimension, upper))
    const added = and(missing, or(or(masks.scope, masks.permission), masks.everything))
    const isLimited = !isPermission || limitsIn(dimension, a, b) === "no"
    const excess = without(segmentOf(dimension, lower), segmentOf(dimension, b.upper))
    const dropped = and(excess, isLimited ? or(masks.duty, masks.limit) : masks.duty)
    lower.set(or(without(segmentOf(dimension, lower), dropped), added), offset)
    upper.set(or(without(segmentOf(dimension, upper), dropped), added), offset)
  }
  return { ...a, lower, upper, isEmpty: false }
}

/** A config that reserves a single code, or none. */
const keepOnly = (config: CompiledConfig, reservation?: Reservation, code = 0): CompiledConfig => {
  const { model } = config
  const [lower, upper] = [config.lower.slice(), config.upper.slice()]
  const states = [...config.states]
  for (const each of model.reservations) {
    const { by } = each
    states[by.index] = "settled"
    const kept = and(segmentOf(by, lower), by.masks.everything)
    if (each === reservation) setBit(kept, code)
    lower.set(kept, by.offset)
    upper.set(kept, by.offset)
  }
  const reserved = model.reservations.map((each) => {
    const codes = reservedBy(each, segmentOf(each.by, lower))
    return { lower: codes, upper: codes }
  })
  return { ...config, lower, upper, states, reserved }
}

/** Leaves out codes that reserve nothing beyond another one, because of kinds in the reserved dimension. */
const withoutImplied = (reservation: Reservation, missing: Bits): Bits => {
  const kept = missing.slice()
  const reserved = listBits(missing).map((code) => {
    const only = makeBits(missing.length)
    setBit(only, code)
    return [code, reservedBy(reservation, only)] as const
  })
  for (const [code, codes] of reserved) {
    const isImplied = reserved.some(
      ([other, others]) => other !== code && isWithin(codes, others) && (other < code || !isWithin(others, codes))
    )
    if (isImplied) kept[code >> 5] = (kept[code >> 5] ?? 0) & ~(1 << (code & 31))
  }
  return kept
}

/** True if both leave a dimension open that they are compared in, or the same flag. */
const isAlike = (dimension: ModelDimension, a: CompiledConfig, b: CompiledConfig): boolean => {
  const open = and(segmentOf(dimension, a.open), segmentOf(dimension, b.open))
  return dimension.codes.some(
    ({ roles }, number) => hasBit(open, number) && roles.some((role) => role !== "description")
  )
}

const openPointsOf = (a: CompiledConfig, b: CompiledConfig): ReadonlyArray<OpenPoint> => {
  const points = a.model.dimensions.flatMap((dimension) => openIn(dimension, a, b))
  if (reservesNoMore(a, b) || !b.hasReservations) return points
  const isOpen = ({ index }: ModelDimension, { states }: CompiledConfig): boolean => states[index] !== "settled"
  const more = [...a.model.exclusivities, ...(points.length > 0 ? [] : a.model.scopes)].flatMap((dimension) =>
    (["a", "b"] as const).flatMap((of): ReadonlyArray<OpenPoint> =>
      isOpen(dimension, of === "a" ? a : b) ? [{ dimension: dimension.name, of }] : []
    )
  )
  const settled = more.filter(
    ({ dimension }) =>
      points.every((point) => point.dimension !== dimension) &&
      // What both leave open is settled alike, and decides only together with something else.
      (points.length === 0 || more.filter((point) => point.dimension === dimension).length === 1)
  )
  return [...points, ...settled]
}

const openIn = (dimension: ModelDimension, a: CompiledConfig, b: CompiledConfig): ReadonlyArray<OpenPoint> => {
  const { isPermission, masks } = dimension
  const of = (bits: Bits): Bits => segmentOf(dimension, bits)
  const alike = and(of(a.open), of(b.open))
  const gives = or(or(masks.scope, masks.permission), masks.everything)
  const hasLimits = !isPermission || limitsIn(dimension, a, b) === "unknown"
  const asks = hasLimits ? or(masks.duty, masks.limit) : masks.duty
  const lacking = without(and(without(of(b.upper), of(a.lower)), gives), without(of(b.lower), of(a.upper)))
  const asking = without(and(without(of(a.upper), of(b.lower)), asks), without(of(a.lower), of(b.upper)))
  const unsettled = without(or(lacking, asking), alike)
  return (["a", "b"] as const).flatMap((side) => {
    const open = and(unsettled, of(side === "a" ? a.open : b.open))
    return isEmpty(open) ? [] : [openPoint(dimension, side, [open])]
  })
}
