import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { clash } from "../../domain/reasoning/Clash.ts"
import { type CompiledConfig, compileConfig } from "../../domain/reasoning/CompileConfig.ts"
import { covers } from "../../domain/reasoning/Covers.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import { configProblems, vocabularyOf } from "../../domain/taxonomy/ConfigValidation.ts"
import type { License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"

/** The other base licenses that a license has to do with. */
export interface Relations {
  readonly covered: ReadonlyArray<License>
  readonly covering: ReadonlyArray<License>
  readonly clashing: ReadonlyArray<License>
  /** Those with which a clash depends on the agreements. */
  readonly perhaps: ReadonlyArray<License>
}

/** Compares a license with all others, after the page is shown. `undefined` if the release does not say what codes permit. */
export const findRelations = async (taxonomy: Taxonomy, license: License): Promise<Relations | undefined> => {
  await new Promise((resolve) => setTimeout(resolve))
  const own = compiledLicenses(taxonomy).get(license)
  if (own === undefined) return undefined
  const others = [...compiledLicenses(taxonomy)].filter(([other]) => other !== license)
  const having = (isRelated: (other: CompiledConfig) => boolean) =>
    others.filter(([, compiled]) => isRelated(compiled)).map(([other]) => other)
  const clashes = Map.groupBy(others, ([, other]) => clash(own, other))
  const found = (verdict: "clash" | "unknown") => (clashes.get(verdict) ?? []).map(([other]) => other)
  return {
    covered: having((other) => covers(own, other) === "yes"),
    covering: having((other) => covers(other, own) === "yes"),
    clashing: found("clash"),
    perhaps: found("unknown")
  }
}

/** The valid licenses of a taxonomy, ready for verdicts. None if it does not say what codes permit. */
export const compiledLicenses = memoizeByIdentity((taxonomy: Taxonomy): ReadonlyMap<License, CompiledConfig> => {
  const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
  const valid = taxonomy.licenses.filter(({ config }) => configProblems(vocabulary, config).length === 0)
  const snapshot = snapshotOf(taxonomy)
  return new Map(hasRoles(taxonomy) ? valid.map((license) => [license, compileConfig(snapshot, license.config)]) : [])
})
