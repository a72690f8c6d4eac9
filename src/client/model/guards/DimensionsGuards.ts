import { guardDeprecation, guardTexts, guardTranslations, listMembers } from "./CommonGuards.ts"
import { guardBoolean, guardLiteral, guardMembers, guardRecord, guardText, type Guard, type Members } from "./Guard.ts"

/** Guards the body of all dimensions. */
export const guardDimensions: Guard = (value) =>
  guardMembers(value, { ...listMembers, dimensions: guardDimensionsByName })

export const guardDimensionsByName: Guard = (value) => guardRecord(value, guardDimension)

const textOptions: Members = {
  definition: guardText,
  translations: guardTranslations,
  deprecation: guardDeprecation
}

const guardDimension: Guard = (value) =>
  guardMembers(
    value,
    {
      name: guardText,
      description: guardText,
      shape: (shape) => guardLiteral(shape, ["single", "multiple", "territory", "flags"]),
      required: guardBoolean,
      values: guardTexts,
      value_details: (details) => guardRecord(details, guardValueDetails)
    },
    textOptions
  )

const guardValueDetails: Guard = (value) =>
  guardMembers(value, { label: guardText, description: guardText }, textOptions)
