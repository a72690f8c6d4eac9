import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { formatDeprecation } from "../../api/typescript/RenderTypes.ts"
import { rulesOfBody } from "../../domain/contracts/ReleaseOfBodies.ts"
import { memberOf } from "../../domain/Json.ts"
import { codeOf } from "../../domain/taxonomy/ItemRef.ts"
import { describeRule } from "../../domain/taxonomy/RuleText.ts"
import { formatCondition, settingOf } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"
import { englishWords, formatTerm } from "../../domain/terms/Statements.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { formatContent, otherFields, textFieldsOf, titleOf } from "../../domain/vocabulary/ItemTypes.ts"
import { snapshotOf, type Snapshot } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { codeMarkdown, wholeMarkdown } from "../../report/text/MarkdownText.ts"
import type { ExportContent } from "../ExportContent.ts"

/** Renders a reference of a release for readers: its dimensions with their values, its base licenses and its rules. */
export const renderMarkdown = ({ makeSchema, taxonomy }: Pick<ExportContent, "makeSchema" | "taxonomy">): string => {
  const { body, isDraft } = makeSchema()
  const blocks = [
    `# ${wholeMarkdown(body.title)}`,
    headingOf(body, isDraft),
    wholeMarkdown(body.description),
    "## Dimensions",
    ...Object.entries(body.dimensions).flatMap(([name, dimension]) => formatDimension(name, dimension)),
    "## Base licenses",
    ...body.base_licenses.flatMap((license) => formatLicense(snapshotOf(taxonomy), license)),
    "## Conflict rules",
    ...rulesOfBody(body.validation_rules).flatMap(formatRule)
  ]
  return `${blocks.join("\n\n")}\n`
}

type Dimension = SchemaBody["dimensions"][string]
type License = SchemaBody["base_licenses"][number]
type Deprecation = NonNullable<Dimension["deprecation"]>

const headingOf = ({ _meta, namespace, published_at, version }: SchemaBody, isDraft: boolean): string =>
  `${codeMarkdown(namespace)} ${_meta.release} (${version}), ${
    isDraft ? "a draft that is not published" : `published ${published_at}`
  }.`

const formatDimension = (name: string, dimension: Dimension): ReadonlyArray<string> => [
  `### ${named(dimension.name, name)}`,
  wholeMarkdown(dimension.description),
  ...formatFields(vocabulary.dimension, dimension),
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

const formatFields = (fields: Fields, body: object): ReadonlyArray<string> =>
  otherFields(fields, body, "description", "required").map(({ text, title }) => `**${title}:** ${wholeMarkdown(text)}`)

/** A text gets a column only if a value has it. */
const formatValues = ({ value_details, values }: Dimension): string => {
  const details = values.flatMap((code) => {
    const value = value_details[code]
    return value === undefined ? [] : [{ code, ...value }]
  })
  const fields: Fields = vocabulary.value
  const texts = textFieldsOf("value").filter((name) => details.some((value) => memberOf(value, name) !== undefined))
  const rows = [
    ["code", ...texts.map((name) => titleOf(name, fields[name]))],
    ["---", ...texts.map(() => "---")],
    ...details.map((value) => [
      codeMarkdown(value.code),
      ...texts.map((name) =>
        [
          wholeMarkdown(formatContent(memberOf(value, name))),
          ...(name === "description" ? formatDeprecated(value.deprecation) : [])
        ].join(" ")
      )
    ])
  ]
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const formatLicense = (snapshot: Snapshot, license: License): ReadonlyArray<string> => [
  `### ${named(license.name, license.code)}`,
  wholeMarkdown(license.description),
  ...formatFields(vocabulary.license, license),
  ...formatDeprecated(license.deprecation),
  ...formatList(
    snapshot.dimensionsInOrder().flatMap((dimension) => {
      const { label, name } = dimension
      if (settingOf(license.config, name) === undefined) return []
      const said = formatTerm(snapshot, license.config, dimension, englishWords, (item) =>
        named(snapshot.labelOf(item), codeOf(item))
      )
      return [`${named(label, name)}: ${said}`]
    })
  )
]

const formatRule = (rule: ConflictRule): ReadonlyArray<string> => [
  `### ${named(rule.label, rule.id)}`,
  wholeMarkdown(rule.description),
  ...formatFields(vocabulary.rule, rule),
  ...(rule.forbid === undefined
    ? [describeRule(rule, { dimension: codeMarkdown, code: (_, code) => codeMarkdown(code) })]
    : [
        "A config violates it if it meets every condition:",
        ...formatList(
          Object.entries(rule.forbid).map(
            ([dimension, condition]) => `${codeMarkdown(dimension)} ${formatCondition(condition, codeMarkdown)}`
          )
        )
      ])
]

const formatDeprecated = (deprecation: Deprecation | undefined): ReadonlyArray<string> =>
  deprecation === undefined ? [] : [`**Deprecated.** ${wholeMarkdown(formatDeprecation(deprecation))}`]

const named = (label: string | undefined, code: string): string =>
  label === undefined ? codeMarkdown(code) : `${wholeMarkdown(label)} (${codeMarkdown(code)})`

const formatList = (entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [entries.map((entry) => `- ${entry}`).join("\n")]
