import { isObject } from "../../domain/Json.ts"
import {
  isFlagsCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition,
  isListOfCodes
} from "../../domain/taxonomy/Settings.ts"
import { guardDeprecation, guardReplacement, guardTexts } from "../model/guards/CommonGuards.ts"
import {
  guardBoolean,
  guardBy,
  guardList,
  guardLiteral,
  guardMembers,
  guardRecord,
  guardText,
  type Guard
} from "../model/guards/Guard.ts"

// Texts for people are not checked: programs trim schemas, and nothing here breaks without a label.

/** Guards what the validation and the migration of configs read of a schema. */
export const guardConfigRules: Guard = (value) =>
  guardMembers(
    value,
    { dimensions: (dimensions) => guardRecord(dimensions, guardDimension), validation_rules: guardRules },
    {
      deprecations: (items) => guardList(items, (item) => guardMembers(item, { item: guardText })),
      removed: (items) => guardList(items, guardRemoval),
      _meta: guardRelease
    }
  )

/** Guards a schema that says of which release it is. */
export const guardVersion: Guard = (value) => guardMembers(value, { _meta: guardRelease })

/** Guards what a migration reads of the list of all items. */
export const guardItemList: Guard = (value) =>
  guardMembers(value, {
    items: (items) =>
      guardList(items, (item) =>
        guardMembers(
          item,
          { item: guardText, kind: guardText, added_in: guardText },
          { removed_in: guardText, ...removalOptions }
        )
      )
  })

const removalOptions = { replacement: guardReplacement, reason: guardText }

const guardRemoval: Guard = (value) => guardMembers(value, { item: guardText, removed_in: guardText }, removalOptions)

const guardRelease: Guard = (value) =>
  guardMembers(value, {
    release: (release) =>
      guardBy(release, (text) => typeof text === "string" && /^\d+\.\d+\.\d+$/.test(text), "a version such as 1.0.0")
  })

const guardDimension: Guard = (value) =>
  guardMembers(
    value,
    {
      shape: (shape) => guardLiteral(shape, ["single", "multiple", "territory", "flags"]),
      required: guardBoolean,
      values: (values) => guardBy(values, isListOfCodes, "a list of codes"),
      value_details: (details) =>
        guardRecord(details, (value) => guardMembers(value, {}, { deprecation: guardDeprecation }))
    },
    { deprecation: guardDeprecation }
  )

const guardRules: Guard = (value) =>
  guardMembers(value, {
    conflicts: (conflicts) =>
      guardRecord(conflicts, (conflict) =>
        guardMembers(conflict, {
          description: guardText,
          forbid: (forbid) => guardRecord(forbid, (condition) => guardBy(condition, isSoundCondition, "a condition"))
        })
      ),
    required: guardTexts
  })

const isSoundCondition = (value: unknown): boolean =>
  isConditionLike(value) &&
  (isMultipleCondition(value) || isSingleCondition(value) || isTerritoryCondition(value) || isFlagsCondition(value))

/** The operators of a condition have their guards. Whatever else is there must be like an operand. */
const isConditionLike = (value: unknown): boolean => isObject(value) && Object.values(value).every(isOperandLike)

const isOperandLike = (operand: unknown): boolean =>
  typeof operand === "string" || typeof operand === "boolean" || isListOfCodes(operand) || isConditionLike(operand)
