import type { SchemaBody } from "../bodies/SchemaBody.ts"
import type { Doc } from "./DocComment.ts"
import { describeItem } from "./ItemDoc.ts"
import { renderObject } from "./ObjectType.ts"
import { valueTypeName } from "./TypeNames.ts"

type Dimension = SchemaBody["dimensions"][string]

/** The type of a dimension's setting in a config, by the shape of the dimension. */
export const renderSetting = (name: string, { shape, value_details, values }: Dimension): string => {
  const codes = valueTypeName(name)
  switch (shape) {
    case "single":
      return codes
    case "multiple":
      return `ReadonlyArray<${codes}>`
    case "territory":
      return `{ readonly global: boolean; readonly countries: ReadonlyArray<${codes}> }`
    case "flags":
      return renderObject(
        values.map((code) => ({
          name: code,
          type: "boolean",
          isRequired: false,
          doc: docOfValue(value_details, code)
        })),
        "  "
      )
  }
}

/** The documentation of a value. */
export const docOfValue = (details: Dimension["value_details"], code: string): Doc => {
  const { deprecation, description, label } = details[code] ?? { label: code, description: "" }
  return describeItem(label, description, deprecation)
}
