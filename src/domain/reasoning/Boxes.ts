import { and, isEmpty, isWithin, without, type Bits } from "./Bits.ts"
import { reservedBy, segmentOf } from "./CompileConfig.ts"
import type { Model, ModelDimension } from "./Model.ts"

/** Reserved points: those with one of the codes of each side. A scope without a side is not asked. */
export interface Box {
  readonly by: ModelDimension
  readonly sides: ReadonlyMap<ModelDimension, Bits>
}

/** What a license reserves whose points are all settled, `codes` being the bits of all dimensions. */
export const boxesOf = (
  model: Model,
  codes: Bits,
  reserved: ReadonlyArray<Bits> = model.reservations.map((each) => reservedBy(each, segmentOf(each.by, codes)))
): ReadonlyArray<Box> => [...codeBoxesOf(model, codes, reserved), ...wholeBoxesOf(model, codes)]

/** The reservations of single codes. */
export const codeBoxesOf = (model: Model, codes: Bits, reserved: ReadonlyArray<Bits>): ReadonlyArray<Box> =>
  model.reservations.flatMap(({ by, of, within }, index): ReadonlyArray<Box> => {
    const kept = reserved[index]
    if (kept === undefined || isEmpty(kept)) return []
    const sides = new Map([...within].map((scope) => [scope, grantedIn(scope, codes)] as const))
    const granted = sides.get(of)
    sides.set(of, granted === undefined ? kept : and(granted, kept))
    return [{ by, sides }]
  })

/** The reservations of all that a license grants. */
const wholeBoxesOf = (model: Model, codes: Bits): ReadonlyArray<Box> =>
  model.exclusivities.flatMap((by) =>
    isEmpty(and(segmentOf(by, codes), by.masks.everything))
      ? []
      : [{ by, sides: new Map(model.scopes.map((scope) => [scope, grantedIn(scope, codes)])) }]
  )

const grantedIn = (scope: ModelDimension, codes: Bits): Bits => and(segmentOf(scope, codes), scope.masks.scope)

/** True if each point of a box is a point of one of the others. */
export const isCovered = (model: Model, box: Box, others: ReadonlyArray<Box>): boolean => {
  for (const other of others) if (isInside(box, other)) return true
  // For each scope, the sets of others to which one of its codes belongs. A point outside all others takes one set of
  // each scope that have nothing in common.
  let outside = new Set([2 ** others.length - 1])
  for (const scope of model.scopes) {
    const side = box.sides.get(scope) ?? scope.masks.scope
    const found = memberships(side, others, scope)
    if (found.size === 0) return true
    const next = new Set<number>()
    for (const left of outside) for (const right of found) next.add(left & right)
    outside = next
  }
  return !outside.has(0)
}

const isInside = (box: Box, other: Box): boolean => {
  for (const [scope, side] of other.sides) {
    if (!isWithin(box.sides.get(scope) ?? scope.masks.scope, side)) return false
  }
  return true
}

const memberships = (side: Bits, others: ReadonlyArray<Box>, scope: ModelDimension): ReadonlySet<number> => {
  let regions: ReadonlyArray<readonly [Bits, number]> = isEmpty(side) ? [] : [[side, 0]]
  others.forEach((other, index) => {
    const bounds = other.sides.get(scope)
    const flag = 2 ** index
    regions = regions.flatMap(([region, set]): ReadonlyArray<readonly [Bits, number]> => {
      if (bounds === undefined) return [[region, set | flag]]
      const [inner, outer] = [and(region, bounds), without(region, bounds)]
      return [
        ...(isEmpty(inner) ? [] : [[inner, set | flag] as const]),
        ...(isEmpty(outer) ? [] : [[outer, set] as const])
      ]
    })
  })
  return new Set(regions.map(([, set]) => set))
}
