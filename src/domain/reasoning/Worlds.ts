import type { Verdict } from "./Answer.ts"
import { and, hasBit, isEmpty, isWithin, listBits, makeBits, meets, or, setBit, without, type Bits } from "./Bits.ts"
import { boxesOf, codeBoxesOf, isCovered } from "./Boxes.ts"
import { fullOf, isOpenedBy, reservedBy, segmentOf, type CompiledConfig } from "./CompileConfig.ts"
import type { Model, ModelDimension } from "./Model.ts"

/**
 * Whether a covers b in all dimensions on which reservations depend, in all worlds, in none, or in some. A world settles
 * all open points. Codes that nothing told apart have one representative, so there are few; beyond 20,000 the answer is
 * `unknown`.
 */
export const worldsAgree = (model: Model, a: CompiledConfig, b: CompiledConfig): Verdict => {
  // What is not settled yet is the most that a can say, and the least that b can.
  const codes = { a: a.upper.slice(), b: b.lower.slice() }
  const seen = { yes: false, no: false, count: 0 }
  const known = new Map<string, ReadonlyArray<Pair>>()
  const dimensions = model.dimensions.filter(({ offset }) => model.reserving[offset] !== 0)
  // What a dimension is opened by is settled before it, then what all reservations depend on.
  dimensions.sort((left, right) => rankOf(left) - rankOf(right))
  const visit = (at: number, isFailing: boolean): void => {
    if (seen.yes && seen.no) return
    const dimension = dimensions[at]
    const isYes = !isFailing && reservesAll(model, codes.a, codes.b)
    if (dimension === undefined || !isYes) {
      seen.count += 1
      if (isYes) seen.yes = true
      else seen.no = true
      if (seen.count > maxWorlds) seen.yes = seen.no = true
      return
    }
    for (const [ofA, ofB] of answersIn(dimension, [a, b], codes, known)) {
      codes.a.set(ofA, dimension.offset)
      codes.b.set(ofB, dimension.offset)
      visit(at + 1, !coversIn(dimension, ofA, ofB))
    }
    codes.a.set(segmentOf(dimension, a.upper), dimension.offset)
    codes.b.set(segmentOf(dimension, b.lower), dimension.offset)
  }
  visit(0, false)
  return seen.yes ? (seen.no ? "unknown" : "yes") : "no"
}

const maxWorlds = 20_000

const rankOf = ({ codes, isScope }: ModelDimension): number =>
  codes.some(({ opens }) => opens !== undefined) ? 0 : isScope ? 1 : 2

const reservesAll = (model: Model, a: Bits, b: Bits): boolean => {
  const reserved = model.reservations.map((each) => reservedBy(each, segmentOf(each.by, b)))
  const ofB = codeBoxesOf(model, b, reserved)
  if (ofB.length === 0) return true
  const ofA = boxesOf(model, a)
  return ofB.every((box) => isCovered(model, box, ofA))
}

/** Whether a covers b in one dimension of which all points are settled. */
export const coversIn = ({ isPermission, masks }: ModelDimension, a: Bits, b: Bits): boolean => {
  const missing = without(b, a)
  if (meets(missing, masks.scope) || meets(missing, masks.permission) || meets(missing, masks.everything)) return false
  const excess = without(a, b)
  if (meets(excess, masks.duty)) return false
  return !meets(excess, masks.limit) || (isPermission && !meets(b, masks.permission))
}

type Pair = readonly [a: Bits, b: Bits]

/** The answers of both to a dimension, among them each that can decide the verdict. */
const answersIn = (
  dimension: ModelDimension,
  [a, b]: readonly [CompiledConfig, CompiledConfig],
  world: { readonly a: Bits; readonly b: Bits },
  known: Map<string, ReadonlyArray<Pair>>
): ReadonlyArray<Pair> => {
  const [openA, openB] = [isOpenIn(dimension, a, world.a), isOpenIn(dimension, b, world.b)]
  const key = `${dimension.name} ${openA} ${openB}`
  const found = known.get(key)
  if (found !== undefined) return found
  const [ofA, ofB] = [settledIn(dimension, a), settledIn(dimension, b)]
  const answers =
    openA && openB && isAlwaysAlike(dimension, a.model)
      ? representatives(dimension, [a, b], []).slice(0, 1)
      : openA || openB
        ? representatives(dimension, [a, b], [...(openA ? [] : [ofA]), ...(openB ? [] : [ofB])])
        : [ofA]
  const pairs = answers.map((answer): Pair => [openA ? answer : ofA, openB ? answer : ofB])
  known.set(key, pairs)
  return pairs
}

/** True if one answer stands for all: nothing reserves single codes of the scope, and no answer is the whole of it. */
const isAlwaysAlike = (dimension: ModelDimension, { exclusivities, reservations }: Model): boolean =>
  dimension.shape !== "territory" &&
  !exclusivities.includes(dimension) &&
  reservations.every(({ of }) => of !== dimension)

const isOpenIn = (dimension: ModelDimension, { model, states }: CompiledConfig, world: Bits): boolean => {
  const state = states[dimension.index]
  if (state !== "contingent") return state === "open"
  return model.reservations.some(
    ({ by, openers }) => by === dimension && openers.some((opener) => isOpenedBy(opener, by, segmentOf(opener, world)))
  )
}

/** What a dimension says that is not open in a world. */
const settledIn = (dimension: ModelDimension, { lower, states }: CompiledConfig): Bits => {
  if (states[dimension.index] === "settled") return segmentOf(dimension, lower).slice()
  return dimension.silence === "everything" ? fullOf(dimension) : makeBits(dimension.words)
}

/** Answers to an open point: of codes that neither license nor a reservation tells apart, one. */
const representatives = (
  dimension: ModelDimension,
  configs: readonly [CompiledConfig, CompiledConfig],
  settled: ReadonlyArray<Bits>
): ReadonlyArray<Bits> => {
  const { closureOf, codes, isScope, masks, shape } = dimension
  const marks = distinct([...settled, ...marksOf(dimension, configs)])
  const differences = distinct(marks.flatMap((left) => marks.map((right) => without(left, right))))
  const alike = new Map<string, Array<Bits>>()
  codes.forEach(({ opens = "", roles }, code) => {
    if (!hasBit(masks.possible, code)) return
    const closure = closureOf(code)
    const tests = [
      ...marks.flatMap((mark) => [hasBit(mark, code), isWithin(closure, mark)]),
      ...differences.flatMap((mark) => [isWithin(mark, closure), meets(mark, closure)]),
      ...roleMasks(dimension).map((mask) => hasBit(mask, code))
    ]
    const key = `${tests.map(Number).join("")} ${roles.includes("exclusivity")} ${opens}`
    const known = alike.get(key)
    if (known === undefined) alike.set(key, [closure])
    else known.push(closure)
  })
  const singles = [...alike.values()].flatMap(extremesOf)
  const lists =
    shape === "single"
      ? []
      : [
          masks.possible,
          and(masks.possible, union(dimension, singles)),
          ...singles.flatMap((left, at) => singles.slice(at + 1).map((right) => or(left, right))),
          ...marks.flatMap((mark) => [mark, ...singles.map((single) => or(mark, single))]),
          // What has the marked codes has those below them, too.
          ...marks.flatMap((left) => marks.map((right) => closed(dimension, or(left, right))))
        ]
  const answers = [...singles, ...lists, ...settled, ...(isScope ? [] : [makeBits(dimension.words)])]
  return distinct(answers).filter(
    (answer) =>
      isWithin(answer, masks.possible) && isAnswer(dimension, answer) && (!isScope || meets(answer, masks.scope))
  )
}

const closed = (dimension: ModelDimension, set: Bits): Bits => union(dimension, listBits(set).map(dimension.closureOf))

const distinct = (sets: ReadonlyArray<Bits>): ReadonlyArray<Bits> => [
  ...new Map(sets.map((set) => [set.join(), set])).values()
]

const roleMasks = ({ masks }: ModelDimension): ReadonlyArray<Bits> => [
  masks.scope,
  masks.permission,
  masks.limit,
  masks.duty,
  masks.everything
]

/** The two smallest sets, which can differ for two licenses, and the largest. */
const extremesOf = (sets: ReadonlyArray<Bits>): ReadonlyArray<Bits> => {
  if (sets.length < 4) return sets
  const sorted = sets.toSorted((left, right) => listBits(left).length - listBits(right).length)
  return [...sorted.slice(0, 2), ...sorted.slice(-1)]
}

const union = ({ words }: ModelDimension, sets: ReadonlyArray<Bits>): Bits => sets.reduce(or, makeBits(words))

/** True for codes that a config can list: with each, those below it. A single dimension has one. */
const isAnswer = ({ closureOf, codes, shape, words }: ModelDimension, answer: Bits): boolean => {
  const listed = codes.flatMap((_, code) => (hasBit(answer, code) ? [closureOf(code)] : []))
  if (shape === "single") return listed.length === 0 || listed.some((each) => isWithin(answer, each))
  return isWithin(listed.reduce(or, makeBits(words)), answer)
}

/** Sets of codes that tell codes of a dimension apart: what is reserved of it, or by it within what is granted. */
const marksOf = (
  dimension: ModelDimension,
  configs: readonly [CompiledConfig, CompiledConfig]
): ReadonlyArray<Bits> => {
  const { model } = configs[0]
  return model.reservations.flatMap((reservation, index) => {
    if (reservation.of === dimension) {
      return configs.flatMap(({ reserved }) => [reserved[index]?.lower ?? makeBits(dimension.words)])
    }
    if (reservation.by !== dimension) return []
    return configs.flatMap((config) =>
      [config.lower, config.upper, ...config.reserved.map(({ lower }) => lower)].flatMap((bits) => {
        const granted = bits.length === model.words ? segmentOf(reservation.of, bits) : bits
        if (granted.length !== reservation.of.words) return []
        const mark = makeBits(dimension.words)
        dimension.codes.forEach((_, code) => {
          const reserved = reservedBy(reservation, dimension.closureOf(code))
          if (!isEmpty(reserved) && isWithin(reserved, granted)) setBit(mark, code)
        })
        return [mark]
      })
    )
  })
}
