import type { Flags, Setting, Territory } from "../taxonomy/Config.ts"
import { isFlags, isListOfCodes, isTerritory } from "../taxonomy/ConfigGuards.ts"
import type { Shape } from "../taxonomy/Shape.ts"
import type { Obstacle } from "./Migration.ts"

/** The settings of a config while it is migrated, in their order. A dimension without a setting keeps its place. */
export type DraftConfig = ReadonlyMap<string, unknown>

/** A code of a dimension, and what a flag of that code is set to. */
export interface PlacedValue {
  readonly dimension: string
  readonly code: string
  readonly flag: boolean | undefined
}

/** Adds a value to the setting of its dimension, unless the shape or what is set forbids it. */
export const placeValue = (
  draft: DraftConfig,
  { code, dimension, flag }: PlacedValue,
  shape: Shape,
  at?: number
): DraftConfig | Obstacle => {
  const setting = draft.get(dimension)
  const placed = placeIn[shape](setting, code, flag ?? true, at)
  return isObstacle(placed) ? placed : new Map(draft).set(dimension, placed.setting)
}

export const isObstacle = (result: unknown): result is Obstacle => typeof result === "string"

/** The shape of a dimension that would be set like this. */
export const shapeOf = (setting: Setting): Shape => {
  if (typeof setting === "string") return "single"
  if (Array.isArray(setting)) return "multiple"
  return isTerritory(setting) ? "territory" : "flags"
}

type Place = (
  setting: unknown,
  code: string,
  flag: boolean,
  at: number | undefined
) => { readonly setting: Setting } | Obstacle

const placeIn: { readonly [S in Shape]: Place } = {
  single: (setting, code) =>
    setting === undefined || setting === code ? { setting: code } : typeof setting === "string" ? "occupied" : "shape",
  multiple: (setting = [], code, _, at) =>
    isListOfCodes(setting) ? { setting: insertCode(setting, code, at) } : "shape",
  territory: (setting = nowhere, code, _, at) =>
    isTerritory(setting) ? { setting: { ...setting, countries: insertCode(setting.countries, code, at) } } : "shape",
  flags: (setting = {}, code, flag) => {
    if (!isFlags(setting)) return "shape"
    if (Object.hasOwn(setting, code) && setting[code] !== flag) return "occupied"
    const flags: Flags = { ...setting, [code]: flag }
    return { setting: flags }
  }
}

const nowhere: Territory = { global: false, countries: [] }

const insertCode = (codes: ReadonlyArray<string>, code: string, at = codes.length): ReadonlyArray<string> =>
  codes.includes(code) ? codes : codes.toSpliced(at, 0, code)
