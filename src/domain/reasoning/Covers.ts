import type { Verdict } from "./Answer.ts"
import { hasBit, isEmpty, isWithin, meets } from "./Bits.ts"
import { segmentOf, type CompiledConfig } from "./CompileConfig.ts"
import type { ModelDimension } from "./Model.ts"
import { worldsAgree } from "./Worlds.ts"

/**
 * Whether everything that b allows may be done under a, and all that b reserves is reserved by a (docs/meaning.md). Both
 * are compiled under one taxonomy. What both leave open is taken to be settled alike.
 */
export const covers = (a: CompiledConfig, b: CompiledConfig): Verdict => {
  if (b.isEmpty) return "yes"
  if (a.isEmpty) return "no"
  const { model } = a
  const [reserving, rest] = compareCodes(a, b)
  if (reserving === "no" || rest === "no") return "no"
  const [limits, limitsOfReserving] = compareLimits(a, b)
  if (limits === "no") return "no"
  const others = limits === "yes" ? rest : "unknown"
  if (!b.hasReservations || reservesNoMore(a, b)) {
    return reserving === "yes" && others === "yes" && limitsOfReserving === "yes" ? "yes" : "unknown"
  }
  const reservations = worldsAgree(model, a, b)
  return reservations === "yes" ? others : reservations
}

/** What all codes of both say, first those of dimensions on which reservations depend. */
const compareCodes = (a: CompiledConfig, b: CompiledConfig): readonly [Verdict, Verdict] => {
  const { asks, gives, reserving, words } = a.model
  let [open, openOfReserving] = [0, 0]
  for (let at = 0; at < words; at += 1) {
    const [aLower, aUpper] = [a.lower[at] ?? 0, a.upper[at] ?? 0]
    const [bLower, bUpper] = [b.lower[at] ?? 0, b.upper[at] ?? 0]
    const [give, ask] = [gives[at] ?? 0, asks[at] ?? 0]
    if (((bLower & ~aUpper & give) | (aLower & ~bUpper & ask)) !== 0) return ["no", "no"]
    const alike = (a.open[at] ?? 0) & (b.open[at] ?? 0)
    const left = ((bUpper & ~aLower & give) | (aUpper & ~bLower & ask)) & ~alike
    if (reserving[at] === 0) open |= left
    else openOfReserving |= left
  }
  return [openOfReserving === 0 ? "yes" : "unknown", open === 0 ? "yes" : "unknown"]
}

/** What the limits of dimensions of permissions say, which count only if b gives another permission of theirs. */
const compareLimits = (a: CompiledConfig, b: CompiledConfig): readonly [Verdict, Verdict] => {
  let [others, reserving]: [Verdict, Verdict] = ["yes", "yes"]
  for (const dimension of a.model.conditional) {
    const found = limitsIn(dimension, a, b)
    if (found === "no") return ["no", "no"]
    if (found === "yes") continue
    if (a.model.reserving[dimension.offset] === 0) others = "unknown"
    else reserving = "unknown"
  }
  return [others, reserving]
}

export const limitsIn = (dimension: ModelDimension, a: CompiledConfig, b: CompiledConfig): Verdict => {
  const { masks, offset, shape, words } = dimension
  let [missing, perhaps, given, possible] = [0, 0, 0, 0]
  for (let at = 0; at < words; at += 1) {
    const [word, limit] = [offset + at, masks.limit[at] ?? 0]
    const [aLower, aUpper] = [a.lower[word] ?? 0, a.upper[word] ?? 0]
    const [bLower, bUpper] = [b.lower[word] ?? 0, b.upper[word] ?? 0]
    const permission = masks.permission[at] ?? 0
    const alike = (a.open[word] ?? 0) & (b.open[word] ?? 0)
    missing |= aLower & ~bUpper & limit
    perhaps |= aUpper & ~bLower & limit & ~alike
    // A flag that is permission and duty has to be set by b if a sets it.
    given |= (bLower | (aLower & bUpper & (masks.duty[at] ?? 0))) & permission
    possible |= bUpper & permission
  }
  if (missing !== 0 && given !== 0) return "no"
  if (perhaps === 0 || possible === 0) return "yes"
  return (shape === "flags" ? canLimitFlags(dimension, a, b) : canLimitCodes(dimension, a, b)) ? "unknown" : "yes"
}

/** True if some answers set a limit in a that b lacks beside another permission. */
const canLimitFlags = (dimension: ModelDimension, a: CompiledConfig, b: CompiledConfig): boolean => {
  const { masks } = dimension
  const [aUpper, aOpen] = [segmentOf(dimension, a.upper), segmentOf(dimension, a.open)]
  const [bLower, bUpper] = [segmentOf(dimension, b.lower), segmentOf(dimension, b.upper)]
  const bOpen = segmentOf(dimension, b.open)
  return dimension.codes.some(
    (_, limit) =>
      hasBit(masks.limit, limit) &&
      hasBit(aUpper, limit) &&
      !hasBit(bLower, limit) &&
      !(hasBit(aOpen, limit) && hasBit(bOpen, limit)) &&
      dimension.codes.some((_, other) => other !== limit && hasBit(masks.permission, other) && hasBit(bUpper, other))
  )
}

const canLimitCodes = (dimension: ModelDimension, a: CompiledConfig, b: CompiledConfig): boolean => {
  const [aUpper, bLower] = [segmentOf(dimension, a.upper), segmentOf(dimension, b.lower)]
  const isOpen = b.states[dimension.index] !== "settled"
  for (let limit = 0; limit < dimension.codes.length + 1; limit += 1) {
    if (!hasBit(dimension.masks.limit, limit) || !hasBit(aUpper, limit) || hasBit(bLower, limit)) continue
    if (!isOpen || isAvoidable(dimension, limit)) return true
  }
  return false
}

/** True if an answer has a permission, and not the limit. */
const isAvoidable = ({ closureOf, codes, isScope, masks, shape }: ModelDimension, limit: number): boolean => {
  const answers = codes.flatMap((_, code) =>
    hasBit(masks.possible, code) && !hasBit(closureOf(code), limit) ? [closureOf(code)] : []
  )
  const permits = answers.filter((answer) => meets(answer, masks.permission))
  const scopes = answers.filter((answer) => meets(answer, masks.scope))
  if (!isScope) return permits.length > 0
  return shape === "single"
    ? permits.some((answer) => scopes.includes(answer))
    : permits.length > 0 && scopes.length > 0
}

/** True if each reservation of b is one of a, whatever open points are: for the points within what both grant. */
export const reservesNoMore = (a: CompiledConfig, b: CompiledConfig): boolean =>
  a.model.reservations.every(({ by }, index) => {
    const [ofA, ofB] = [a.reserved[index], b.reserved[index]]
    if (ofA === undefined || ofB === undefined || isEmpty(ofB.upper)) return true
    if (a.states[by.index] === "open" && b.states[by.index] === "open") return true
    return isWithin(ofB.upper, ofA.lower)
  }) && a.model.reservations.every(({ by }) => [a, b].every(({ states }) => states[by.index] !== "contingent"))
