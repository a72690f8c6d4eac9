import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { OpenPoint } from "../../domain/reasoning/Answer.ts"
import { clash, findOpenPoints } from "../../domain/reasoning/Clash.ts"
import { type CompiledConfig, compileConfig } from "../../domain/reasoning/CompileConfig.ts"
import { covers } from "../../domain/reasoning/Covers.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import { configProblems, vocabularyOf } from "../../domain/taxonomy/ConfigValidation.ts"
import type { License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"

/** The other base licenses that a license has to do with. */
export interface Relations {
  readonly covered: ReadonlyArray<Related>
  readonly covering: ReadonlyArray<Related>
  readonly clashing: ReadonlyArray<Related>
  /** Those with which a clash depends on the agreements. */
  readonly perhaps: ReadonlyArray<Related>
}

interface Related {
  readonly license: License
  /** What the agreements settle. */
  readonly open: ReadonlyArray<OpenPoint>
}

/** Compares a license with all others, after the page is shown. `undefined` if the release does not say what codes permit. */
export const findRelations = async (taxonomy: Taxonomy, license: License): Promise<Relations | undefined> => {
  await new Promise((resolve) => setTimeout(resolve))
  const own = compiledLicenses(taxonomy).get(license)
  if (own === undefined) return undefined
  const others = [...compiledLicenses(taxonomy)].filter(([other]) => other !== license)
  const having = (isRelated: (other: CompiledConfig) => boolean) =>
    others.filter(([, compiled]) => isRelated(compiled)).map(([other]) => ({ license: other, open: [] }))
  return {
    covered: having((other) => covers(own, other) === "yes"),
    covering: having((other) => covers(other, own) === "yes"),
    clashing: having((other) => clash(own, other) === "clash"),
    perhaps: others.flatMap(([other, compiled]) =>
      clash(own, compiled) === "unknown" ? [{ license: other, open: findOpenPoints(own, compiled) }] : []
    )
  }
}

/** The valid licenses of a taxonomy, ready for verdicts. None if it does not say what codes permit. */
export const compiledLicenses = memoizeByIdentity((taxonomy: Taxonomy): ReadonlyMap<License, CompiledConfig> => {
  const vocabulary = vocabularyOf(taxonomy.dimensions, taxonomy.rules)
  const valid = taxonomy.licenses.filter(({ config }) => configProblems(vocabulary, config).length === 0)
  const snapshot = snapshotOf(taxonomy)
  return new Map(hasRoles(taxonomy) ? valid.map((license) => [license, compileConfig(snapshot, license.config)]) : [])
})
