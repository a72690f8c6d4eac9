import { assess, type Assessment } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { releaseOfBodies, type PublishedSchema } from "../../domain/contracts/ReleaseOfBodies.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { countryOf, type ConfigViolation } from "../../domain/taxonomy/ConfigValidation.ts"
import { dimensionRef, formatItem, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { verdictOf } from "../../domain/taxonomy/Rules.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { compareVersions, type Catalog } from "../model/Catalog.ts"
import { itemState } from "../model/Item.ts"
import { removedNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { translate } from "../model/Translate.ts"
import { DeprecationNotice, ItemName, NoticeSentences } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"

interface VerdictProps {
  readonly config: unknown
  readonly problems: ReadonlyArray<ConfigViolation>
}

/** Says whether a config is valid in the release of the address, and what is wrong with it. */
export const Verdict = ({ config, problems }: VerdictProps) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const contract = contractRelease(catalog, release)
  const older = releaseBeforeRemovals(catalog, release, problems)
  return (
    <div class={problems.length === 0 ? "verdict valid" : "verdict invalid"} role="status">
      <p>
        <strong>{problems.length === 0 ? "Valid" : "Not valid"}</strong>
        {problems.length === 0 ? "" : problems.length === 1 ? ": 1 problem" : `: ${problems.length} problems`}
      </p>
      {problems.length === 0 ? null : (
        <ul>
          {problems.map((problem) => (
            <li key={JSON.stringify(problem)}>
              <bdi>{formatProblem(problem, release.taxonomy, languages)}</bdi>
              <MissingItem problem={problem} />
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
          Was it written for an older release?{" "}
          <Link to={["playground"]} release={older} parameters={{ config: JSON.stringify(config) }}>
            Open the config in {older}
          </Link>
        </p>
      )}
      <DeprecatedUses assessment={assess(config, contract, contract)} />
    </div>
  )
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
      return `${problem.path.length === 0 ? "A config" : labelOf(problem.dimension)} takes ${problem.expected}.`
    case "MissingDimension":
      return `${labelOf(problem.dimension)} is required.`
    case "Conflict":
      return `The rule ${problem.rule.id} ${verdictOf(problem.rule)}: ${translate(problem.rule, "description", languages) ?? ""}`
  }
}

/** A release as the assessment of configs reads it. */
export const contractRelease = (catalog: Catalog, release: ShownRelease): ContractRelease =>
  contractReleases(catalog)(release)

const contractReleases = memoizeByIdentity(({ items }: Catalog) =>
  memoizeByIdentity(({ body }: ShownRelease) => releaseOfBodies(body ?? nothing, items))
)

/** The schema of a working tree that cannot be read. */
const nothing: PublishedSchema = { _meta: { release: "0.0.0" }, dimensions: {}, validation_rules: { conflicts: {} } }
