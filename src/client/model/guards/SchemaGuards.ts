import { isObject } from "../../../domain/Json.ts"
import {
  isFlagsCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition
} from "../../../domain/taxonomy/Settings.ts"
import { guardDeprecatedItem, guardMeta, guardRemovedItem, guardTexts, guardTranslations } from "./CommonGuards.ts"
import { guardDimensionsByName } from "./DimensionsGuards.ts"
import { guardBy, guardList, guardMembers, guardRecord, guardText, type Guard } from "./Guard.ts"
import { guardLicenseEntry } from "./LicenseGuards.ts"

/** Guards the body of the complete taxonomy. */
export const guardSchema: Guard = (value) =>
  guardMembers(
    value,
    {
      version: guardText,
      namespace: guardText,
      title: guardText,
      description: guardText,
      published_at: guardText,
      dimensions: guardDimensionsByName,
      base_licenses: (licenses) => guardList(licenses, guardLicenseEntry),
      validation_rules: guardValidationRules,
      deprecations: (items) => guardList(items, guardDeprecatedItem),
      _meta: guardMeta
    },
    { translations: guardTranslations, removed: (items) => guardList(items, guardRemovedItem) }
  )

const guardValidationRules: Guard = (value) =>
  guardMembers(value, {
    conflicts: (conflicts) => guardRecord(conflicts, guardConflict),
    required: guardTexts,
    config_schema: (schema) => guardBy(schema, isObject, "object")
  })

const guardConflict: Guard = (value) =>
  guardMembers(value, { description: guardText, forbid: guardConditions }, { translations: guardTranslations })

/** Guards the conditions of a rule. */
export const guardConditions: Guard = (value) => guardRecord(value, guardCondition)

const guardCondition: Guard = (value) => guardBy(value, isCondition, "a condition")

const isCondition = (value: unknown): boolean =>
  isMultipleCondition(value) || isSingleCondition(value) || isTerritoryCondition(value) || isFlagsCondition(value)
