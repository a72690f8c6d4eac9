import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { countryOf } from "../taxonomy/ConfigValidation.ts"
import { everything } from "../taxonomy/Names.ts"
import type { Role, Shape } from "../taxonomy/Scalars.ts"
import type { Dimension, Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import type { Snapshot } from "../vocabulary/Snapshot.ts"
import { makeBits, setBit, type Bits } from "./Bits.ts"

/**
 * What a taxonomy says of the meaning of configs (docs/meaning.md), indexed for verdicts: its dimensions with a
 * bearing on them, each with a range of bits for its codes.
 */
export interface Model {
  readonly snapshot: Snapshot
  readonly dimensions: ReadonlyArray<ModelDimension>
  /** The dimensions of the points that licenses grant. */
  readonly scopes: ReadonlyArray<ModelDimension>
  /** The dimensions with codes that reserve something. */
  readonly exclusivities: ReadonlyArray<ModelDimension>
  /** The dimensions that reserve codes of a scope, by their own codes. */
  readonly reservations: ReadonlyArray<Reservation>
  /** Dimensions of permissions with limits, which count only beside another permission. */
  readonly conditional: ReadonlyArray<ModelDimension>
  /** The dimensions with values that are `unbound_by` others. */
  readonly exempting: ReadonlyArray<ModelDimension>
  /** Words of all dimensions. */
  readonly words: number
  /** The bits that whoever covers must have, and those that it must not have beyond what it covers. */
  readonly gives: Bits
  readonly asks: Bits
  /** What a use can need, and the limits among what is asked. */
  readonly needs: Bits
  readonly limits: Bits
  /** The words of scopes and exclusivities, on which reservations depend. */
  readonly reserving: Bits
}

/** A dimension. A territory also has the codes of the dimensions that refine it. */
export interface ModelDimension {
  readonly name: string
  readonly index: number
  readonly shape: Shape
  readonly silence: "nothing" | "everything" | "open"
  /** The codes in the order of values; the number of each is its bit. */
  readonly codes: ReadonlyArray<ModelCode>
  readonly at: ReadonlyMap<string, number>
  /** The names of the dimensions that refine it. */
  readonly refinedBy: ReadonlyArray<string>
  /** The bit of what no code names. Flags have none, since each member is set by itself. */
  readonly other: number | undefined
  readonly offset: number
  readonly words: number
  readonly masks: { readonly [R in Exclude<Role, "description" | "exclusivity">]: Bits } & {
    readonly everything: Bits
    /** All codes that an open answer can have, and what every answer has. */
    readonly possible: Bits
    readonly core: Bits
  }
  readonly isScope: boolean
  /** True if its own role is `permission`. */
  readonly isPermission: boolean
  /** The bits of a code and of all codes below it. */
  readonly closureOf: (code: number) => Bits
  /** The codes below one, itself included. */
  readonly below: (code: number) => ReadonlyArray<number>
}

export interface ModelCode {
  readonly code: string
  /** The dimension of the code: that of the model, or one that refines it. */
  readonly dimension: string
  readonly roles: ReadonlyArray<Role>
  /** The exclusivity dimension whose silence is open beside this code (`reserves` of a dimension). */
  readonly opens: string | undefined
  readonly unboundBy: ReadonlyArray<string>
}

/** A dimension whose codes reserve codes of a scope for the licensee, at the points within what the license grants. */
export interface Reservation {
  readonly by: ModelDimension
  readonly of: ModelDimension
  readonly within: ReadonlySet<ModelDimension>
  /** True if a code of the dimension reserves a code of the same name. */
  readonly isReserving: (code: number) => boolean
  /** The dimensions with codes that open this one. */
  readonly openers: ReadonlyArray<ModelDimension>
}

/** False for a taxonomy whose codes all describe: it says nothing of what licenses permit and reserve. */
export const hasRoles = ({ dimensions }: Taxonomy): boolean =>
  dimensions.some(({ role, values }) => role !== undefined || values.some((value) => value.role !== undefined))

/** The model of a taxonomy. There is one for each. */
export const modelOf = /* @__PURE__ */ memoizeByIdentity((snapshot: Snapshot): Model => makeModel(snapshot))

const makeModel = (snapshot: Snapshot): Model => {
  const all = snapshot.dimensionsInOrder()
  const refining = all.filter(
    ({ refines }) => refines !== undefined && snapshot.dimension(refines)?.shape === "territory"
  )
  const dimensions: Array<ModelDimension> = []
  let words = 0
  for (const dimension of all) {
    if (refining.includes(dimension) || !hasBearing(dimension)) continue
    const parts = refining.filter(({ refines }) => refines === dimension.name)
    const made = makeDimension(dimension, parts, { index: dimensions.length, offset: words })
    dimensions.push(made)
    words += made.words
  }
  const named = new Map(dimensions.map((dimension) => [dimension.name, dimension]))
  const scopes = dimensions.filter(({ isScope }) => isScope)
  const reservations = dimensions.flatMap((by) => {
    const reservation = reservationOf(by, snapshot.dimension(by.name), { named, scopes, dimensions })
    return reservation === undefined ? [] : [reservation]
  })
  // What no code names is reserved, too, if silence reserves everything.
  const exclusivities = dimensions.filter(
    (each) =>
      each.codes.some(({ roles }) => roles.includes("exclusivity")) || reservations.some(({ by }) => by === each)
  )
  const [gives, asks, needs] = [makeBits(words), makeBits(words), makeBits(words)]
  const [limits, reserving] = [makeBits(words), makeBits(words)]
  for (const { masks, isPermission, offset, words: count, isScope, index } of dimensions) {
    for (let at = 0; at < count; at += 1) {
      const word = (mask: Bits): number => mask[at] ?? 0
      needs[offset + at] = word(masks.scope) | word(masks.permission)
      gives[offset + at] = word(masks.scope) | word(masks.permission) | word(masks.everything)
      asks[offset + at] = word(masks.duty) | (isPermission ? 0 : word(masks.limit))
      limits[offset + at] = isPermission ? 0 : word(masks.limit)
      if (isScope || exclusivities.some((each) => each.index === index)) reserving[offset + at] = -1
    }
  }
  return {
    snapshot,
    dimensions,
    scopes,
    exclusivities,
    reservations,
    conditional: dimensions.filter(({ isPermission, masks }) => isPermission && masks.limit.some((word) => word !== 0)),
    exempting: dimensions.filter(({ codes }) => codes.some(({ unboundBy }) => unboundBy.length > 0)),
    words,
    gives,
    asks,
    needs,
    limits,
    reserving
  }
}

/** True for a dimension on which a verdict can depend. */
const hasBearing = ({ role = "description", values }: Dimension): boolean =>
  role !== "description" || values.some((value) => value.unbound_by !== undefined || value.role !== undefined)

const makeDimension = (
  dimension: Dimension,
  parts: ReadonlyArray<Dimension>,
  { index, offset }: { readonly index: number; readonly offset: number }
): ModelDimension => {
  const { name, role = "description", shape, unset: silence = "open", values } = dimension
  const toCode = (value: Value, of: string): ModelCode => {
    const roles = value.role ?? [role]
    const isExclusive = roles.includes("exclusivity")
    const opens = isExclusive && value.reserves !== everything ? value.reserves : undefined
    return { code: value.code, dimension: of, roles, opens, unboundBy: value.unbound_by ?? [] }
  }
  const partValues = parts.flatMap((part) => part.values.map((value) => [value, part.name] as const))
  const codes = [...values.map((value) => toCode(value, name)), ...partValues.map(([value, of]) => toCode(value, of))]
  const other = shape === "flags" ? undefined : codes.length
  const words = (codes.length + (other === undefined ? 0 : 1) + 31) >> 5 || 1
  const at = new Map(codes.map(({ code }, number) => [code, number]))
  const isScope = role === "scope" || codes.some(({ roles }) => roles.includes("scope"))
  const maskOf = (isMember: (code: ModelCode, number: number) => boolean, hasOther = false): Bits => {
    const mask = makeBits(words)
    codes.forEach((code, number) => isMember(code, number) && setBit(mask, number))
    if (hasOther && other !== undefined) setBit(mask, other)
    return mask
  }
  const ofRole = (wanted: Role): Bits =>
    maskOf(({ roles }) => roles.includes(wanted), role === wanted || (wanted === "scope" && isScope))
  const below = belowIn([...values, ...partValues.map(([value]) => value)], at, countryBits(values, partValues, at))
  const closures = new Map<number, Bits>()
  const closureOf = (code: number): Bits => {
    const known = closures.get(code)
    if (known !== undefined) return known
    const made = makeBits(words)
    for (const each of below(code)) setBit(made, each)
    closures.set(code, made)
    return made
  }
  const isAnswer = ({ roles }: ModelCode): boolean => !isScope || shape !== "single" || roles.includes("scope")
  return {
    name,
    index,
    shape,
    silence,
    codes,
    at,
    refinedBy: parts.map((part) => part.name),
    other,
    offset,
    words,
    masks: {
      scope: ofRole("scope"),
      permission: ofRole("permission"),
      limit: ofRole("limit"),
      duty: ofRole("duty"),
      everything: maskOf(
        ({ roles }, number) => roles.includes("exclusivity") && values[number]?.reserves === everything
      ),
      possible: maskOf(isAnswer, shape === "territory"),
      core: coreOf(codes, below, isScope, maskOf)
    },
    isScope,
    isPermission: role === "permission",
    closureOf,
    below
  }
}

/** The parts of each country, which it stands for as long as a config names none of them. */
const countryBits = (
  values: ReadonlyArray<Value>,
  parts: ReadonlyArray<readonly [Value, string]>,
  at: ReadonlyMap<string, number>
): ReadonlyMap<number, ReadonlyArray<number>> => {
  const found = new Map<number, Array<number>>()
  parts.forEach(([{ code }], index) => {
    const country = at.get(countryOf(code))
    if (country === undefined) return
    const known = found.get(country) ?? []
    known.push(values.length + index)
    found.set(country, known)
  })
  return found
}

/** The codes below each: those with it among `broader`, those among its `includes`, and so on. */
const belowIn = (
  values: ReadonlyArray<Value>,
  at: ReadonlyMap<string, number>,
  parts: ReadonlyMap<number, ReadonlyArray<number>>
) => {
  const direct = new Map<number, Array<number>>()
  const add = (above: number | undefined, under: number | undefined): void => {
    if (above === undefined || under === undefined) return
    const known = direct.get(above) ?? []
    known.push(under)
    direct.set(above, known)
  }
  values.forEach(({ broader = [], includes = [] }, number) => {
    for (const code of broader) add(at.get(code), number)
    for (const code of includes) add(number, at.get(code))
  })
  for (const [country, numbers] of parts) for (const number of numbers) add(country, number)
  return (code: number): ReadonlyArray<number> => {
    const seen = new Set([code])
    for (const each of seen) for (const next of direct.get(each) ?? []) seen.add(next)
    return [...seen]
  }
}

/** What every answer to an open point has: in a scope, what is below each of its codes; elsewhere nothing. */
const coreOf = (
  codes: ReadonlyArray<ModelCode>,
  below: (code: number) => ReadonlyArray<number>,
  isScope: boolean,
  maskOf: (isMember: (code: ModelCode, number: number) => boolean) => Bits
): Bits => {
  const counts = new Map<number, number>()
  const answers = isScope ? codes.flatMap(({ roles }, number) => (roles.includes("scope") ? [number] : [])) : []
  for (const answer of answers) for (const code of below(answer)) counts.set(code, (counts.get(code) ?? 0) + 1)
  return maskOf((_, number) => answers.length > 0 && counts.get(number) === answers.length)
}

const reservationOf = (
  by: ModelDimension,
  source: Dimension | undefined,
  of: {
    readonly named: ReadonlyMap<string, ModelDimension>
    readonly scopes: ReadonlyArray<ModelDimension>
    readonly dimensions: ReadonlyArray<ModelDimension>
  }
): Reservation | undefined => {
  const reserved = source?.reserves === undefined ? undefined : of.named.get(source.reserves)
  if (source === undefined || reserved === undefined || !reserved.isScope) return undefined
  const bounds = source.within?.flatMap((name) => of.named.get(name) ?? []).filter(({ isScope }) => isScope)
  return {
    by,
    of: reserved,
    within: new Set(bounds ?? of.scopes.filter((scope) => scope !== reserved)),
    // A value that says for itself what it reserves does not reserve the code of its name.
    isReserving: (code) =>
      by.codes[code]?.roles.includes("exclusivity") === true && source.values[code]?.reserves === undefined,
    openers: of.dimensions.filter(({ codes }) => codes.some(({ opens }) => opens === by.name))
  }
}
