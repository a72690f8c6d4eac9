import type { SchemaDimension } from "./items/SchemaItems.ts"
import type { JsonSchema } from "./JsonSchema.ts"

/** Completions that write a whole item, in the snippet syntax of the Language Server Protocol. */
export const valueSnippet: JsonSchema = {
  label: "new value",
  description: "A value with its texts. The code is permanent.",
  // What follows the dash of a list stands two columns further to the right.
  bodyText: "code: $1\n  label: $2\n  description: $3"
}

export const dimensionSnippet: JsonSchema = {
  label: "new dimension",
  description: "A dimension with one value. The name is the file name.",
  bodyText: [
    "name: $TM_FILENAME_BASE",
    "label: $1",
    "description: $2",
    "shape: ${3|single,multiple,flags|}",
    "required: false",
    "values:",
    "  - code: $4",
    "    label: $5",
    "    description: $6"
  ].join("\n")
}

/** A license that sets each required dimension. */
export const licenseSnippet = (dimensions: ReadonlyArray<SchemaDimension>): JsonSchema => {
  const required = dimensions.filter((dimension) => dimension.required)
  const settings = required.map(
    ({ code, shape }, index) => `  ${code}: ${settingBodies[shape].replace("$", `$${index + 3}`)}`
  )
  return {
    label: "new license",
    description: "A base license. The code is the file name.",
    bodyText: [
      "code: $TM_FILENAME_BASE",
      "name: $1",
      "description: $2",
      settings.length === 0 ? "config: {}" : "config:",
      ...settings
    ].join("\n")
  }
}

const settingBodies = {
  single: "$",
  multiple: "[$]",
  territory: "{ global: true, countries: [] }",
  flags: "{ $ }"
} as const

export const ruleSnippet: JsonSchema = {
  label: "new rule",
  description: "A conflict rule. The id is the file name.",
  bodyText: "id: $TM_FILENAME_BASE\ndescription: $1\nforbid:\n  $2"
}

export const waiverSnippet: JsonSchema = {
  label: "new waiver",
  description: "An exception for one finding of one release.",
  bodyText: "rule: $1\n  subject: $2\n  version: $3\n  reason: $4\n  approved_by: $5"
}
