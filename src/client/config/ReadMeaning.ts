import { rulesOfBody } from "../../domain/contracts/ReleaseOfBodies.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf, type Snapshot } from "../../domain/vocabulary/Snapshot.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { ConfigProblem } from "./ConfigProblem.ts"
import { readConfigRelease, readMeanings } from "./ConfigRelease.ts"
import type { ConfigRules } from "./ConfigVerdict.ts"
import type { LabelOf } from "./DescribeAnswer.ts"
import type { ConfigPair } from "./DescribeProblem.ts"

/** What the codes of a release mean. */
export interface Meaning {
  readonly schema: ConfigRules
  /** Such as `1.1.0`. */
  readonly release: string
  readonly snapshot: Snapshot
}

export const readMeaning = (argument: string, schema: ConfigRules): Meaning => {
  const { version } = readMeanings(argument, schema)
  return { schema, release: version, snapshot: snapshotOf(taxonomies(schema)) }
}

/** The labels of a schema, in the language of its texts. Programs may have left some out. */
export const labelsIn =
  (schema: ConfigRules): LabelOf =>
  (item) =>
    snapshotOf(taxonomies(schema)).labelOf(item)

/** A release that configs were written for, and are judged by. */
export const ownPair = (argument: string, schema: ConfigRules): ConfigPair => {
  const release = readConfigRelease(argument, schema, undefined)
  return { from: release, to: release, labelOf: labelsIn(schema) }
}

/** Throws `InvalidArgument` if a release does not say what its codes mean: then each license would permit each use. */
export const requireRoles = (argument: string, { release, snapshot }: Meaning): void => {
  if (hasRoles(snapshot.taxonomy)) return
  const problem = `No dimension of release ${release} has a role, so its codes do not say what a license permits. Take the schema of a release that has roles.`
  throw new InvalidArgument(argument, problem)
}

/** The first problem, and how many others there are. */
export const summarizeProblems = ([first, ...others]: ReadonlyArray<ConfigProblem>): string =>
  `${first?.message ?? ""}${others.length === 0 ? "" : `, and ${others.length} more`}`

const taxonomies = /* @__PURE__ */ memoizeByIdentity(
  ({ base_licenses = [], dimensions, validation_rules }: ConfigRules): Taxonomy => ({
    namespace: "",
    title: "",
    description: "",
    dimensions: Object.entries(dimensions).map(([dimension, { name, value_details, values, ...fields }]) => ({
      ...fields,
      name: dimension,
      // The body of a dimension calls the label its name.
      label: name,
      values: values.map((code) => ({ code, label: code, description: "", ...value_details[code] }))
    })),
    licenses: base_licenses.map(({ code, config }) => ({ code, name: code, description: "", config })),
    rules: rulesOfBody(validation_rules)
  })
)
