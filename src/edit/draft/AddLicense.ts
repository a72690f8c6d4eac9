import * as Result from "effect/Result"
import type { Config, Setting } from "../../domain/taxonomy/Config.ts"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { Assignment } from "./AssignedCodes.ts"
import { toFlags } from "./AssignedFlags.ts"
import { createFile, type Draft, type DraftChange } from "./Draft.ts"
import { codeNamed, codesOf, getDimension, getLicense, refuse, requireFree } from "./DraftItems.ts"
import type { DraftRefused } from "./DraftRefused.ts"

export interface NewLicense {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly config: ReadonlyArray<Assignment>
  /** The license whose config the new one starts from. */
  readonly like?: string
}

/** Adds a base license as a file of its own. */
export const addLicense = (
  draft: Draft,
  { code, config, description, like, name }: NewLicense
): Result.Result<ReadonlyArray<DraftChange>, DraftRefused> =>
  Result.gen(function* () {
    const item = yield* requireFree(draft, licenseRef(code))
    const settings = new Map<string, Setting>(Object.entries(yield* configLike(draft, like)))
    const assigned = new Set<string>()
    for (const assignment of config) {
      if (assigned.has(assignment.dimension)) return yield* refuse("config-twice", assignment.dimension)
      assigned.add(assignment.dimension)
      const dimension = yield* getDimension(draft, assignment.dimension)
      // Only a copied setting can be left out.
      if (assignment.codes.length === 0 && settings.delete(dimension.name)) continue
      settings.set(dimension.name, yield* toSetting(dimension, assignment.codes))
    }
    return [createFile(item, { code, name, description, config: Object.fromEntries(settings) })]
  })

/** The config of a license, with its settings in the order of its file. */
const configLike = (draft: Draft, like: string | undefined): Result.Result<Config, DraftRefused> =>
  like === undefined
    ? Result.succeed({})
    : Result.map(getLicense(draft, like), ({ code, config }) => draft.configs.get(code) ?? config)

/** The setting that codes mean, by the shape of the dimension. */
const toSetting = (dimension: Dimension, codes: ReadonlyArray<string>): Result.Result<Setting, DraftRefused> =>
  Result.gen(function* () {
    const { name, shape } = dimension
    switch (shape) {
      case "single": {
        const [code, ...others] = codes
        if (code === undefined || others.length > 0) return yield* refuse("one-code", name)
        return yield* codeNamed(dimension, code)
      }
      case "multiple":
        return yield* codesOf(dimension, codes)
      case "territory":
        if (codes.includes("global") && codes.length > 1) return yield* refuse("territory-setting", name)
        if (codes[0] === "global") return { global: true, countries: [] }
        return { global: false, countries: yield* codesOf(dimension, codes) }
      case "flags":
        return yield* toFlags(dimension, codes)
    }
  })
