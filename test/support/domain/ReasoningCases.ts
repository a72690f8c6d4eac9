import type { Config } from "../../../src/domain/taxonomy/Config.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** The roles with the shapes and silences that `check` accepts of their dimensions. */
export const meanings: ReadonlyArray<string> = [
  ["scope", ["single", "multiple", "territory"], ["everything", "open"]] as const,
  ...["permission", "limit", "duty", "description"].map(
    (role) => [role, ["single", "multiple", "flags"], ["nothing", "everything", "open"]] as const
  ),
  ["exclusivity", ["single", "multiple"], ["nothing", "everything", "open"]] as const
].flatMap(([role, shapes, silences]) => shapes.flatMap((shape) => silences.map((unset) => `${role} ${shape} ${unset}`)))

/** The questions with their verdicts. */
export const verdicts: ReadonlyArray<string> = [
  ...["covers", "permits"].flatMap((question) => ["yes", "no", "unknown"].map((verdict) => `${question} ${verdict}`)),
  ...["clash", "none", "unknown"].map((verdict) => `clash ${verdict}`)
]

/** Each verdict of a question with each role, shape and silence of a dimension that a license leaves out. */
export const allCases: ReadonlyArray<string> = meanings.flatMap((meaning) =>
  verdicts.map((verdict) => `${meaning} ${verdict}`)
)

/** The cases to which a question belongs. */
export const casesOf = (
  { dimensions }: Taxonomy,
  question: string,
  verdict: string,
  configs: ReadonlyArray<Config>
): ReadonlyArray<string> =>
  dimensions.flatMap(({ name, role = "description", shape, unset = "open" }) =>
    configs.some((config) => config[name] === undefined) ? [`${role} ${shape} ${unset} ${question} ${verdict}`] : []
  )
