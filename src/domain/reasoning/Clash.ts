import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { ClashReason, CommonCode, OpenPoint, Side } from "./Answer.ts"
import { and, isEmpty, isWithin, makeBits, meets, setBit, type Bits } from "./Bits.ts"
import { broadestNumbers, broadestOf } from "./BroadestCodes.ts"
import { hasCode, meetsIn, segmentOf, type CompiledGrant } from "./CompileConfig.ts"
import type { ModelDimension, Reservation } from "./Model.ts"

export type ClashVerdict = "clash" | "none" | "unknown"

/** Why a reservation does not meet the grant of the other license. */
export interface Separation {
  /** Whose reservation it is, and the dimension that reserves. */
  readonly of: Side
  readonly reservation: string
  /** Every scope that alone separates. */
  readonly dimensions: ReadonlyArray<string>
  /** The value by which the grant is not bound (`unbound_by`). */
  readonly unbound?: { readonly dimension: string; readonly code: string }
}

/** What `clash` found. */
export interface ClashAnswer {
  readonly verdict: ClashVerdict
  /** The reservations that are met, of either side. */
  readonly reasons: ReadonlyArray<ClashReason>
  /** A point at which the first of them is met. */
  readonly witness: ReadonlyArray<CommonCode>
  /** What the verdict depends on; of a clash, what decides which of the reasons holds: one does in any case. */
  readonly open: ReadonlyArray<OpenPoint>
  /** Each reservation with what separates it. None if nothing is reserved. */
  readonly separates: ReadonlyArray<Separation>
}

/**
 * Whether two grants by one licensor to different licensees clash at overlapping times (docs/meaning.md): what one grants
 * meets what the other reserves. Each silence is settled by its own agreement, so nothing is taken to be settled alike.
 */
export const clash = (a: CompiledGrant, b: CompiledGrant): ClashVerdict => {
  if (a.isEmpty || b.isEmpty || (!a.hasReservations && !b.hasReservations)) return "none"
  const reached = claimsOf(a, b).filter(canMeet)
  if (reached.length === 0) return "none"
  if (reached.some(mustMeet)) return "clash"
  return canAvoidAll(reached, a, b) ? "unknown" : "clash"
}

/** A reservation of one license against the grant of the other. */
interface Claim {
  readonly of: Side
  readonly keeper: CompiledGrant
  readonly granter: CompiledGrant
  readonly by: ModelDimension
  /** `undefined` for all that the license grants. */
  readonly codes: { readonly reservation: Reservation; readonly lower: Bits; readonly upper: Bits } | undefined
  readonly isCertain: boolean
}

const claimsOf = (a: CompiledGrant, b: CompiledGrant): ReadonlyArray<Claim> => [
  ...(a.hasReservations ? claimsBy(a, b, "a") : []),
  ...(b.hasReservations ? claimsBy(b, a, "b") : [])
]

const claimsBy = (keeper: CompiledGrant, granter: CompiledGrant, of: Side): ReadonlyArray<Claim> => [
  ...keeper.model.reservations.flatMap((reservation, index): ReadonlyArray<Claim> => {
    const { lower, upper } = keeper.reserved[index] ?? { lower: noBits, upper: noBits }
    if (isEmpty(upper)) return []
    const codes = { reservation, lower, upper }
    return [{ of, keeper, granter, by: reservation.by, codes, isCertain: !isEmpty(lower) }]
  }),
  ...keeper.model.exclusivities.flatMap((by): ReadonlyArray<Claim> => {
    if (!meetsIn(by, keeper.upper, by.masks.everything)) return []
    const isCertain = meetsIn(by, keeper.lower, by.masks.everything)
    return [{ of, keeper, granter, by, codes: undefined, isCertain }]
  })
]

const noBits = makeBits(0)

type End = "lower" | "upper"

/** The codes of a scope that a reservation and the other grant have in common. `undefined` if the scope is not asked. */
const commonIn = (scope: ModelDimension, { codes, granter, keeper }: Claim, end: End): Bits | undefined => {
  const granted = and(segmentOf(scope, granter[end]), scope.masks.scope)
  const isReserved = codes?.reservation.of === scope
  const isBounded = codes === undefined || codes.reservation.within.has(scope)
  if (!isReserved && !isBounded) return undefined
  const bounded = isBounded ? and(granted, segmentOf(scope, keeper[end])) : granted
  return isReserved ? and(bounded, codes[end]) : bounded
}

const meetsEverywhere = (claim: Claim, end: End): boolean =>
  claim.keeper.model.scopes.every((scope) => hasCommon(scope, claim, end))

/** True if the codes in common are not none. Most verdicts depend on this alone, so it makes no sets. */
const hasCommon = (scope: ModelDimension, { codes, granter, keeper }: Claim, end: End): boolean => {
  const isReserved = codes?.reservation.of === scope
  const isBounded = codes === undefined || codes.reservation.within.has(scope)
  if (!isReserved && !isBounded) return true
  const [granted, kept] = [granter[end], keeper[end]]
  for (let at = 0; at < scope.words; at += 1) {
    const word = (granted[scope.offset + at] ?? 0) & (scope.masks.scope[at] ?? 0)
    const bounded = isBounded ? word & (kept[scope.offset + at] ?? 0) : word
    if ((isReserved ? bounded & (codes[end][at] ?? 0) : bounded) !== 0) return true
  }
  return false
}

const canMeet = (claim: Claim): boolean => exemption(claim, "always") === undefined && meetsEverywhere(claim, "upper")

const mustMeet = (claim: Claim): boolean =>
  claim.isCertain && exemption(claim, "perhaps") === undefined && meetsEverywhere(claim, "lower")

/** The value by which a grant is not bound, and which the license that reserves lacks (`unbound_by`). */
const exemption = ({ by, granter, keeper }: Claim, mode: "always" | "perhaps") => {
  for (const dimension of keeper.model.exempting) {
    const [has, lacks] = mode === "always" ? [granter.lower, keeper.upper] : [granter.upper, keeper.lower]
    for (const [number, { code, unboundBy }] of dimension.codes.entries()) {
      if (!unboundBy.includes(by.name)) continue
      if (hasCode(dimension, has, number) && !hasCode(dimension, lacks, number))
        return { dimension: dimension.name, code }
    }
  }
  return undefined
}

/**
 * True if some answers to open points avoid all claims. Each dimension allows sets of claims that are met as far as it is
 * concerned; a claim is met if all dimensions have it. The fewest codes meet the fewest claims.
 */
const canAvoidAll = (all: ReadonlyArray<Claim>, a: CompiledGrant, b: CompiledGrant): boolean => {
  const claims = all.filter(({ isCertain }) => isCertain)
  if (claims.length === 0) return true
  let met = new Set([2 ** claims.length - 1])
  const restrict = (sets: ReadonlySet<number>): void => {
    const next = new Set<number>()
    for (const left of met) for (const right of sets) next.add(left & right)
    met = next
  }
  for (const dimension of a.model.exempting) {
    const sets = new Set<number>()
    for (let set = 0; set < 2 ** claims.length; set += 1) {
      const bound = claims.filter((_, index) => (set & (2 ** index)) === 0)
      if (canExempt(dimension, bound, { a: demandOn(dimension, a), b: demandOn(dimension, b) })) sets.add(set)
    }
    restrict(sets)
    if (met.has(0)) return true
  }
  for (const scope of a.model.scopes) {
    const marks = claims.flatMap(({ codes }) => (codes?.reservation.of === scope ? [codes.lower] : []))
    const [settledA, settledB] = [a, b].map((config) =>
      config.states[scope.index] === "settled" ? [segmentOf(scope, config.lower)] : []
    )
    const ofA = answersTo(scope, a, [...marks, ...(settledB ?? [])])
    const ofB = answersTo(scope, b, [...marks, ...(settledA ?? [])])
    const sets = new Set<number>()
    for (const [one, other] of pairsOf(ofA, ofB)) {
      sets.add(
        setOf(claims, ({ codes, of }) => {
          const [keeper, granter] = of === "a" ? [one, other] : [other, one]
          const granted = and(granter, scope.masks.scope)
          const isReserved = codes?.reservation.of === scope
          const isBounded = codes === undefined || codes.reservation.within.has(scope)
          const bounded = isBounded ? and(granted, keeper) : granted
          return !isEmpty(isReserved ? and(bounded, codes.lower) : bounded)
        })
      )
    }
    restrict(sets)
    if (met.has(0)) return true
  }
  return met.has(0)
}

const setOf = (claims: ReadonlyArray<Claim>, isMet: (claim: Claim) => boolean): number =>
  claims.reduce((set, claim, index) => set + (isMet(claim) ? 2 ** index : 0), 0)

/** What the answer of a license to a dimension must have and lack. */
interface Demand {
  readonly config: CompiledGrant
  readonly has: Bits
  readonly lacks: Bits
}

const demandOn = ({ words }: ModelDimension, config: CompiledGrant): Demand => ({
  config,
  has: makeBits(words),
  lacks: makeBits(words)
})

/** True if some answers of both to a dimension exempt all claims: each by a code of the grant that the other license lacks. */
const canExempt = (
  dimension: ModelDimension,
  [claim, ...rest]: ReadonlyArray<Claim>,
  demands: Readonly<Record<Side, Demand>>
): boolean => {
  if (claim === undefined) return true
  const [keeper, granter] = claim.of === "a" ? (["a", "b"] as const) : (["b", "a"] as const)
  return dimension.codes.some(({ unboundBy }, code) => {
    if (!unboundBy.includes(claim.by.name)) return false
    const lacks = demands[keeper].lacks.slice()
    setBit(lacks, code)
    // A member of flags is set by itself.
    const has = demands[granter].has.slice()
    for (const each of dimension.shape === "flags" ? [code] : dimension.below(code)) setBit(has, each)
    const next = {
      ...demands,
      [keeper]: { ...demands[keeper], lacks },
      [granter]: { ...demands[granter], has }
    }
    return canMeetDemand(dimension, next.a) && canMeetDemand(dimension, next.b) && canExempt(dimension, rest, next)
  })
}

const canMeetDemand = (dimension: ModelDimension, { config, has, lacks }: Demand): boolean => {
  const { closureOf, codes, index, shape } = dimension
  if (!isWithin(has, segmentOf(dimension, config.upper)) || meets(lacks, segmentOf(dimension, config.lower)))
    return false
  if (meets(has, lacks)) return false
  if (shape !== "single" || config.states[index] === "settled" || isEmpty(has)) return true
  return codes.some((_, code) => isWithin(has, closureOf(code)) && !meets(closureOf(code), lacks))
}

const pairsOf = (left: ReadonlyArray<Bits>, right: ReadonlyArray<Bits>): ReadonlyArray<readonly [Bits, Bits]> =>
  left.flatMap((one) => right.map((other) => [one, other] as const))

/** What a config says of a scope, or the smallest answers to it: of those that no mark tells apart, two. */
const answersTo = (scope: ModelDimension, config: CompiledGrant, marks: ReadonlyArray<Bits>): ReadonlyArray<Bits> => {
  if (config.states[scope.index] === "settled") return [segmentOf(scope, config.lower)]
  const found = new Map<number, number>()
  return smallestAnswers(scope).filter((answer) => {
    const key = marks.reduce((sum, mark, index) => sum + (meets(answer, mark) ? 2 ** index : 0), 0)
    const count = (found.get(key) ?? 0) + 1
    found.set(key, count)
    return count <= 2
  })
}

/** The codes of a scope below which there is nothing else. */
const smallestAnswers = /* @__PURE__ */ memoizeByIdentity(({ below, closureOf, codes }: ModelDimension) =>
  codes.flatMap(({ roles }, code) => (roles.includes("scope") && below(code).length === 1 ? [closureOf(code)] : []))
)

/** What a verdict `unknown` depends on. */
export const findOpenPoints = (a: CompiledGrant, b: CompiledGrant): ReadonlyArray<OpenPoint> =>
  uniqueOpen(claimsOf(a, b).filter(canMeet).flatMap(openIn))

/** The verdict with its reasons: the reservation that is met and where, what is open, or what separates. */
export const explainClash = (a: CompiledGrant, b: CompiledGrant): ClashAnswer => {
  const verdict = clash(a, b)
  const isGiving = !a.isEmpty && !b.isEmpty
  const claims = isGiving ? claimsOf(a, b) : [...claimsBy(a, b, "a"), ...claimsBy(b, a, "b")]
  const reached = isGiving ? claims.filter(canMeet) : []
  const plain = reached.filter(mustMeet)
  // Then those that every answer meets, each at another point.
  const certain = [...plain, ...reached.filter((claim) => !plain.includes(claim) && !canAvoidAll([claim], a, b))]
  const met = verdict !== "clash" ? [] : certain.length > 0 ? certain : reached
  return {
    verdict,
    reasons: met.flatMap(reasonsOf),
    witness: met.slice(0, 1).flatMap(witnessOf),
    open: plain.length > 0 ? [] : uniqueOpen(reached.flatMap(openIn)),
    separates: verdict === "none" ? claims.map(separationOf) : []
  }
}

const reasonsOf = (claim: Claim): ClashAnswer["reasons"] => {
  const { by, codes, keeper, of } = claim
  if (codes === undefined) {
    return broadestOf(by, and(segmentOf(by, keeper.lower), by.masks.everything)).map((each) => ({
      ...each,
      kind: "exclusivity",
      of
    }))
  }
  const { of: scope } = codes.reservation
  const [common = noBits, perhaps = noBits] = [commonIn(scope, claim, "lower"), commonIn(scope, claim, "upper")]
  return broadestOf(scope, isEmpty(common) ? perhaps : common).map(({ codes: found, everything }) => ({
    dimension: by.name,
    codes: found,
    ...(everything === true ? { everything } : {}),
    kind: "exclusivity",
    of
  }))
}

/** The broadest common codes, of each scope the first in the order of values. */
const witnessOf = (claim: Claim): ReadonlyArray<CommonCode> =>
  claim.keeper.model.scopes.flatMap((scope): ReadonlyArray<CommonCode> => {
    const common = commonIn(scope, claim, "lower") ?? and(segmentOf(scope, claim.granter.lower), scope.masks.scope)
    const [first] = broadestNumbers(scope, common)
    if (first === undefined) return []
    const code = scope.codes[first]
    return code === undefined
      ? [{ dimension: scope.name, everything: true }]
      : [{ dimension: code.dimension, code: code.code }]
  })

const openIn = (claim: Claim): ReadonlyArray<OpenPoint> => {
  const { by, codes, granter, keeper, of } = claim
  const other = of === "a" ? "b" : "a"
  const isOpen = (dimension: ModelDimension, config: CompiledGrant): boolean =>
    config.states[dimension.index] !== "settled"
  const points: Array<OpenPoint> = []
  if (!claim.isCertain) points.push({ dimension: by.name, of })
  for (const opener of codes?.reservation.openers ?? []) {
    if (keeper.states[by.index] === "contingent" && isOpen(opener, keeper)) points.push({ dimension: opener.name, of })
  }
  for (const scope of keeper.model.scopes) {
    const common = commonIn(scope, claim, "lower")
    if (common === undefined || !isEmpty(common)) continue
    if (isOpen(scope, granter)) points.push({ dimension: scope.name, of: other })
    if ((codes === undefined || codes.reservation.within.has(scope)) && isOpen(scope, keeper))
      points.push({ dimension: scope.name, of })
  }
  const perhaps = exemption(claim, "perhaps")
  const exempting = keeper.model.exempting.find(({ name }) => name === perhaps?.dimension)
  if (exempting !== undefined) {
    const unbound = perhaps?.code ?? ""
    if (isOpen(exempting, granter)) points.push({ dimension: exempting.name, of: other, unbound })
    if (isOpen(exempting, keeper)) points.push({ dimension: exempting.name, of })
  }
  return points
}

const uniqueOpen = (points: ReadonlyArray<OpenPoint>): ReadonlyArray<OpenPoint> => [
  ...new Map(points.map((point) => [`${point.dimension} ${point.of}`, point])).values()
]

const separationOf = (claim: Claim): Separation => {
  const unbound = exemption(claim, "always")
  return {
    of: claim.of,
    reservation: claim.by.name,
    dimensions: claim.keeper.model.scopes.flatMap((scope) => {
      const common = commonIn(scope, claim, "upper")
      // A license with an empty scope grants and reserves nothing, whether or not the scope bounds what is reserved.
      const isApart =
        common === undefined
          ? [claim.keeper, claim.granter].some(({ upper }) => !meetsIn(scope, upper, scope.masks.scope))
          : isEmpty(common)
      return isApart ? [scope.name] : []
    }),
    ...(unbound === undefined ? {} : { unbound })
  }
}
