import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { formatDeprecation } from "../../api/typescript/RenderTypes.ts"
import { formatCondition, formatSetting } from "../../domain/taxonomy/Settings.ts"
import { codeMarkdown, wholeMarkdown } from "../../report/text/MarkdownText.ts"
import type { ExportContent } from "../ExportContent.ts"

/** Renders a reference of a release for readers: its dimensions with their values, its base licenses and its rules. */
export const renderMarkdown = ({ makeSchema }: Pick<ExportContent, "makeSchema">): string => {
  const { body, isDraft } = makeSchema()
  const blocks = [
    `# ${wholeMarkdown(body.title)}`,
    headingOf(body, isDraft),
    wholeMarkdown(body.description),
    "## Dimensions",
    ...Object.entries(body.dimensions).flatMap(([name, dimension]) => formatDimension(name, dimension)),
    "## Base licenses",
    ...body.base_licenses.flatMap(formatLicense),
    "## Conflict rules",
    ...Object.entries(body.validation_rules.conflicts).flatMap(([id, conflict]) => formatRule(id, conflict))
  ]
  return `${blocks.join("\n\n")}\n`
}

type Dimension = SchemaBody["dimensions"][string]
type License = SchemaBody["base_licenses"][number]
type Conflict = SchemaBody["validation_rules"]["conflicts"][string]
type Deprecation = NonNullable<Dimension["deprecation"]>

const headingOf = ({ _meta, namespace, published_at, version }: SchemaBody, isDraft: boolean): string =>
  `${codeMarkdown(namespace)} ${_meta.release} (${version}), ${
    isDraft ? "a draft that is not published" : `published ${published_at}`
  }.`

const formatDimension = (name: string, dimension: Dimension): ReadonlyArray<string> => [
  `### ${wholeMarkdown(dimension.name)} (${codeMarkdown(name)})`,
  wholeMarkdown(dimension.description),
  ...(dimension.definition === undefined ? [] : [`**Definition:** ${wholeMarkdown(dimension.definition)}`]),
  ...formatDeprecated(dimension.deprecation),
  `${shapes[dimension.shape]} ${dimension.required ? "Every config sets it." : "A config can leave it out."}`,
  ...(dimension.values.length === 0 ? [] : [formatValues(dimension)])
]

const shapes: Readonly<Record<Dimension["shape"], string>> = {
  single: "A config sets it to one code.",
  multiple: "A config sets it to a list of codes.",
  territory: "A config sets it to `global` and a list of `countries`.",
  flags: "A config sets any of its members to true or false."
}

/** Definitions get a column only if there are any. */
const formatValues = ({ value_details, values }: Dimension): string => {
  const details = values.flatMap((code) => {
    const value = value_details[code]
    return value === undefined ? [] : [{ code, ...value }]
  })
  const hasDefinitions = details.some(({ definition }) => definition !== undefined)
  const rows = [
    ["code", "label", "description", ...(hasDefinitions ? ["definition"] : [])],
    ["---", "---", "---", ...(hasDefinitions ? ["---"] : [])],
    ...details.map(({ code, definition, deprecation, description, label }) => [
      codeMarkdown(code),
      wholeMarkdown(label),
      [wholeMarkdown(description), ...formatDeprecated(deprecation)].join(" "),
      ...(hasDefinitions ? [wholeMarkdown(definition ?? "")] : [])
    ])
  ]
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const formatLicense = ({ code, config, deprecation, description, name }: License): ReadonlyArray<string> => [
  `### ${wholeMarkdown(name)} (${codeMarkdown(code)})`,
  wholeMarkdown(description),
  ...formatDeprecated(deprecation),
  ...formatList(
    Object.entries(config).map(
      ([dimension, setting]) => `${codeMarkdown(dimension)}: ${formatSetting(setting, codeMarkdown)}`
    )
  )
]

const formatRule = (id: string, { description, forbid }: Conflict): ReadonlyArray<string> => [
  `### ${codeMarkdown(id)}`,
  wholeMarkdown(description),
  "A config violates it if it meets every condition:",
  ...formatList(
    Object.entries(forbid).map(
      ([dimension, condition]) => `${codeMarkdown(dimension)} ${formatCondition(condition, codeMarkdown)}`
    )
  )
]

const formatDeprecated = (deprecation: Deprecation | undefined): ReadonlyArray<string> =>
  deprecation === undefined ? [] : [`**Deprecated.** ${wholeMarkdown(formatDeprecation(deprecation))}`]

const formatList = (entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [entries.map((entry) => `- ${entry}`).join("\n")]
