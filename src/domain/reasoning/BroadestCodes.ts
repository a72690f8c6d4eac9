import { settingOf } from "../taxonomy/Settings.ts"
import type { OpenPoint, Reason, ScopeSetting } from "./Answer.ts"
import { hasBit, isEmpty, listBits, type Bits } from "./Bits.ts"
import type { CompiledConfig } from "./CompileConfig.ts"
import type { ModelDimension } from "./Model.ts"

/** Codes of a dimension, none of which is below another; with `everything` there are none, since it stands for them all. */
export interface BroadestCodes {
  readonly dimension: string
  readonly codes: ReadonlyArray<string>
  readonly everything?: true
}

/** The numbers of a set that are below no other of it, in the order of values. */
export const broadestNumbers = ({ below, other }: ModelDimension, bits: Bits): ReadonlyArray<number> => {
  const listed = listBits(bits)
  if (other !== undefined && hasBit(bits, other)) return [other]
  const covered = new Set(listed.flatMap((number) => below(number).filter((each) => each !== number)))
  return listed.filter((number) => !covered.has(number))
}

/** The broadest codes of a set by the dimension that has them: a territory, or one that refines it. */
export const broadestOf = (dimension: ModelDimension, bits: Bits): ReadonlyArray<BroadestCodes> => {
  const byDimension = new Map<string, Array<string>>()
  for (const number of broadestNumbers(dimension, bits)) {
    if (number === dimension.other) return [{ dimension: dimension.name, codes: [], everything: true }]
    const code = dimension.codes[number]
    if (code === undefined) continue
    const known = byDimension.get(code.dimension) ?? []
    known.push(code.code)
    byDimension.set(code.dimension, known)
  }
  return [...byDimension].map(([name, codes]) => ({ dimension: name, codes }))
}

export const groupReasons = (dimension: ModelDimension, bits: Bits, kind: Reason["kind"]): ReadonlyArray<Reason> =>
  isEmpty(bits) ? [] : broadestOf(dimension, bits).map((codes) => ({ ...codes, kind }))

/** A point that is open, with the members if it is one of flags. */
export const openPoint = <Of extends string>(
  { codes, name, shape }: ModelDimension,
  of: Of,
  sets: ReadonlyArray<Bits>
): OpenPoint<Of> => {
  if (shape !== "flags") return { dimension: name, of }
  return {
    dimension: name,
    of,
    codes: codes.flatMap(({ code }, number) => (sets.some((set) => hasBit(set, number)) ? [code] : []))
  }
}

/** What a config says of a scope, as it is written, or what its silence means. */
export const scopeSettingOf = ({ index, name }: ModelDimension, { config, states }: CompiledConfig): ScopeSetting => {
  const setting = settingOf(config, name)
  const silence = states[index] === "open" ? "open" : "everything"
  return { dimension: name, setting, silence: setting === undefined ? silence : undefined }
}
