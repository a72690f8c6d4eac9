import { settingOf } from "../taxonomy/Settings.ts"
import type { PermitsAnswer, Proviso, Reason, ScopeSetting, Uncompared, Verdict } from "./Answer.ts"
import { and, isEmpty, without, type Bits } from "./Bits.ts"
import { broadestOf, groupReasons, openPoint, scopeSettingOf } from "./BroadestCodes.ts"
import { segmentOf, type CompiledConfig, type CompiledUse } from "./CompileConfig.ts"
import type { ModelDimension } from "./Model.ts"
import { permitRepairsOf } from "./Repair.ts"

/**
 * Whether a license permits a use (docs/meaning.md): it lists each code of the scopes and permissions that the use names,
 * and the use keeps the limits of the dimensions that it names. Both are compiled under one taxonomy.
 */
export const permits = (license: CompiledConfig, use: CompiledUse): Verdict => {
  if (license.isEmpty) return "no"
  const { conditional, limits, needs, words } = license.model
  let open = 0
  for (let at = 0; at < words; at += 1) {
    const needed = (use.bits[at] ?? 0) & (needs[at] ?? 0)
    const unkept = ~(use.bits[at] ?? 0) & (use.named[at] ?? 0) & (limits[at] ?? 0)
    const [lower, upper] = [license.lower[at] ?? 0, license.upper[at] ?? 0]
    if (((needed & ~upper) | (lower & unkept)) !== 0) return "no"
    open |= (needed & ~lower) | (upper & unkept)
  }
  for (const dimension of conditional) {
    const [lower, upper] = unkeptLimits(dimension, license, use)
    if (!isEmpty(lower)) return "no"
    if (!isEmpty(upper)) open = 1
  }
  return open === 0 ? "yes" : "unknown"
}

/** The limits of a dimension of permissions that a use does not keep, beside another permission that it needs. */
const unkeptLimits = (
  { masks, offset, words }: ModelDimension,
  license: CompiledConfig,
  use: CompiledUse
): readonly [Bits, Bits] => {
  const end = offset + words
  const [asked, named] = [use.bits.subarray(offset, end), use.named.subarray(offset, end)]
  const limits = isEmpty(and(asked, masks.permission)) ? asked.map(() => 0) : and(masks.limit, without(named, asked))
  return [and(license.lower.subarray(offset, end), limits), and(license.upper.subarray(offset, end), limits)]
}

/** The verdict with its reasons. */
export const explainPermits = (license: CompiledConfig, use: CompiledUse): PermitsAnswer => {
  const verdict = permits(license, use)
  const reasons: Array<Reason> = []
  const open: Array<PermitsAnswer["open"][number]> = []
  const within: Array<ScopeSetting> = []
  const provided: Array<Proviso> = []
  for (const dimension of license.model.dimensions) {
    const { isPermission, masks } = dimension
    const [lower, upper] = [segmentOf(dimension, license.lower), segmentOf(dimension, license.upper)]
    const asked = segmentOf(dimension, use.bits)
    const isNamed = !isEmpty(segmentOf(dimension, use.named))
    const needed = (mask: Bits): Bits => and(asked, mask)
    const limits = isPermission
      ? unkeptLimits(dimension, license, use)
      : ([and(lower, masks.limit), and(upper, masks.limit)] as const).map((each) => without(each, asked))
    const [kept = lower, perhaps = upper] = limits
    if (isNamed) {
      for (const kind of ["scope", "permission"] as const) {
        reasons.push(...groupReasons(dimension, without(needed(masks[kind]), upper), kind))
      }
      reasons.push(...groupReasons(dimension, kept, "limit"))
      const unsettled = [
        ...[masks.scope, masks.permission].map((mask) => without(and(needed(mask), upper), lower)),
        without(perhaps, kept)
      ].filter((bits) => !isEmpty(bits))
      if (unsettled.length > 0) open.push(openPoint(dimension, "license", unsettled))
    } else if (dimension.isScope) within.push(scopeSettingOf(dimension, license))
    const kinds = [["duty", masks.duty] as const, ...(isNamed ? [] : [["limit", masks.limit] as const])]
    for (const [kind, mask] of kinds) {
      const codes = and(lower, mask)
      const possible = without(and(upper, mask), codes)
      for (const reason of broadestOf(dimension, codes)) provided.push({ ...reason, kind })
      for (const reason of broadestOf(dimension, possible)) provided.push({ ...reason, kind, open: true })
    }
    // A license with an empty scope gives nothing, whether or not the use asks for it.
    if (
      dimension.isScope &&
      isEmpty(and(upper, masks.scope)) &&
      !reasons.some(({ dimension: of }) => of === dimension.name)
    )
      reasons.push({ dimension: dimension.name, codes: [], kind: "scope" })
  }
  const isPermitted = (config: CompiledConfig): boolean => permits(config, use) !== "no"
  return {
    verdict,
    reasons,
    open: verdict === "yes" ? [] : open,
    within,
    provided,
    uncompared: uncomparedOf(use),
    repair: verdict === "no" ? permitRepairsOf(license, use, reasons, isPermitted) : []
  }
}

const uncomparedOf = ({ model, use }: CompiledUse): ReadonlyArray<Uncompared> =>
  model.snapshot.dimensionsInOrder().flatMap(({ name }): ReadonlyArray<Uncompared> => {
    if (settingOf(use, name) === undefined) return []
    const dimension = model.dimensions.find((each) => each.name === name || each.refinedBy.includes(name))
    if (dimension === undefined) return [{ dimension: name, role: "description" }]
    const { duty, limit, permission, scope } = dimension.masks
    if ([limit, permission, scope].some((mask) => !isEmpty(mask))) return []
    const isExclusivity = model.exclusivities.includes(dimension)
    return [{ dimension: name, role: !isEmpty(duty) ? "duty" : isExclusivity ? "exclusivity" : "description" }]
  })
