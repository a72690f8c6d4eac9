import { assess, type Assessment } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { releaseOfBodies, type PublishedSchema } from "../../domain/contracts/ReleaseOfBodies.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { countryOf, type ConfigViolation, type Vocabulary } from "../../domain/taxonomy/ConfigValidation.ts"
import { dimensionRef, formatItem, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { verdictOf } from "../../domain/taxonomy/Rules.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { compareVersions, type Catalog } from "../model/Catalog.ts"
import { itemState } from "../model/Item.ts"
import { removedNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { translate } from "../model/Translate.ts"
import { DeprecationNotice, ItemName, NoticeSentences } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { asConfig } from "./ConfigEditor.tsx"
import { findRepairs, type Repair } from "./Repairs.ts"

interface VerdictProps {
  readonly config: unknown
  readonly problems: ReadonlyArray<ConfigViolation>
  readonly vocabulary: Vocabulary
  readonly onChange: (config: Config) => void
}

/** Says whether terms are valid in the release of the address, what is wrong with them, and the least that mends it. */
export const Verdict = ({ config, onChange, problems, vocabulary }: VerdictProps) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const contract = contractRelease(catalog, release)
  const older = releaseBeforeRemovals(catalog, release, problems)
  const { kind, text } = summaryOf(config, problems)
  return (
    <div class={`verdict ${kind}`} role="status">
      <p>
        <strong>{text}</strong>
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={JSON.stringify(problem)}>
              <bdi>{formatProblem(problem, release.taxonomy, languages)}</bdi>
              <MissingItem problem={problem} />
              {findRepairs(vocabulary, asConfig(config), problem)
                .slice(0, maxRepairs)
                .map((repair) => (
                  <button key={repair.code} type="button" class="repair" onClick={() => onChange(repair.config)}>
                    {repairText(repair, release.taxonomy, languages)}
                  </button>
                ))}
            </li>
          ))}
        </ul>
      )}
      {problems.length === 0 && (
        <p>
          <Link to={["terms"]} parameters={{ config: JSON.stringify(config) }}>
            Term sheet
          </Link>
        </p>
      )}
      {older !== undefined && (
        <p>
          Were they written for an older release?{" "}
          <Link to={["playground"]} release={older} parameters={{ config: JSON.stringify(config) }}>
            Open the terms in {older}
          </Link>
        </p>
      )}
      <DeprecatedUses assessment={assess(config, contract, contract)} />
    </div>
  )
}

const maxRepairs = 3

const repairText = ({ code, dimension }: Repair, taxonomy: Taxonomy, languages: Languages): string => {
  const snapshot = snapshotOf(taxonomy)
  const [of, value] = [snapshot.dimension(dimension), snapshot.value(dimension, code ?? "")]
  const name = (of && translate(of, "label", languages)) ?? dimension
  return code === undefined
    ? `Leave out ${name}`
    : `Leave out ${(value && translate(value, "label", languages)) ?? code} of ${name}`
}

/** The verdict in a few words. Terms that are not complete yet are not wrong. */
export const summaryOf = (config: unknown, problems: ReadonlyArray<ConfigViolation>) => {
  const missing = problems.filter(({ _tag }) => _tag === "MissingDimension").length
  if (problems.length === 0) return { kind: "valid", text: "Valid" } as const
  if (missing === problems.length) {
    const isNew = Object.keys(asConfig(config)).length === 0
    const text = isNew ? "Nothing is chosen yet" : `Not complete: ${formatCount(missing, "required dimension")} to set`
    return { kind: "open", text } as const
  }
  return { kind: "invalid", text: `Not valid: ${formatCount(problems.length, "problem")}` } as const
}

interface DeprecatedUsesProps {
  readonly assessment: Assessment
}

/** The deprecated items that a config uses. Nothing without any. */
export const DeprecatedUses = ({ assessment: { deprecated } }: DeprecatedUsesProps) =>
  deprecated.length === 0 ? null : (
    <ul>
      {deprecated.map(({ item, path }) => (
        <li key={path.join("/")}>
          <ItemName item={item} />
          <DeprecationNotice item={item} />
        </li>
      ))}
    </ul>
  )

/** What became of the item that a problem names. Nothing if it was not removed. */
const MissingItem = ({ problem }: { readonly problem: ConfigViolation }) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const item = missingItem(problem)
  const entry = item && catalog.itemOf.get(formatItem(item))
  if (entry === undefined || item === undefined || itemState(catalog, release, item)._tag !== "Removed") return null
  return (
    <>
      {" "}
      <NoticeSentences notice={removedNotice(catalog, entry, languages, release.publishedAt)} />
    </>
  )
}

/** The item of a problem that its release does not have. */
export const missingItem = (problem: ConfigViolation): ItemRef | undefined => {
  if (problem._tag === "UnknownDimension") return dimensionRef(problem.dimension)
  return problem._tag === "UnknownValue" ? valueRef(problem.dimension, problem.value) : undefined
}

/** The newest release before any item of the problems was removed, such as `1.3.0`; `undefined` if none was removed. */
export const releaseBeforeRemovals = (
  catalog: Catalog,
  release: ShownRelease,
  problems: ReadonlyArray<ConfigViolation>
): string | undefined => {
  const removals = problems.flatMap((problem) => {
    const item = missingItem(problem)
    const state = item && itemState(catalog, release, item)
    return state?._tag === "Removed" ? [state.version] : []
  })
  const [first] = removals.toSorted(compareVersions)
  return first === undefined ? undefined : (catalog.releaseOf.get(first)?.base ?? undefined)
}

/** A problem of a config as a sentence, with the labels of the dimensions. */
export const formatProblem = (problem: ConfigViolation, taxonomy: Taxonomy, languages: Languages): string => {
  const labelOf = (name: string) => {
    const dimension = snapshotOf(taxonomy).dimension(name)
    return dimension === undefined ? name : `“${translate(dimension, "label", languages) ?? name}”`
  }
  switch (problem._tag) {
    case "UnknownDimension":
      return `There is no dimension ${problem.dimension}.`
    case "UnknownValue":
      return `${labelOf(problem.dimension)} has no value ${problem.value}.`
    case "RepeatedValue":
      return `${labelOf(problem.dimension)} contains ${problem.value} twice.`
    case "UnlistedCountry":
      return `${problem.value} of ${labelOf(problem.dimension)} is part of ${countryOf(problem.value)}, which the territory does not list.`
    case "WrongShape":
      return `${problem.path.length === 0 ? "A license" : labelOf(problem.dimension)} takes ${problem.expected}.`
    case "MissingDimension":
      return `${labelOf(problem.dimension)} is required.`
    case "Conflict":
      return `The rule “${translate(problem.rule, "label", languages) ?? problem.rule.id}” ${verdictOf(problem.rule)}: ${translate(problem.rule, "description", languages) ?? ""}`
  }
}

/** A release as the assessment of configs reads it. */
export const contractRelease = (catalog: Catalog, release: ShownRelease): ContractRelease =>
  contractReleases(catalog)(release)

const contractReleases = memoizeByIdentity(({ items }: Catalog) =>
  memoizeByIdentity(({ body }: ShownRelease) => releaseOfBodies(body ?? nothing, items))
)

/** The schema of a draft that cannot be read. */
const nothing: PublishedSchema = { _meta: { release: "0.0.0" }, dimensions: {}, validation_rules: { conflicts: {} } }
