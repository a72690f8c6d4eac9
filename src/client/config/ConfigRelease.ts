import { makeFindDeprecated } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { releaseOfBodies } from "../../domain/contracts/ReleaseOfBodies.ts"
import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import {
  isFlagsCondition,
  isListOfCodes,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition
} from "../../domain/taxonomy/Settings.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import { guardDeprecation, guardReplacement, guardTexts } from "../model/guards/CommonGuards.ts"
import {
  formatPath,
  guardBoolean,
  guardBy,
  guardList,
  guardLiteral,
  guardMembers,
  guardRecord,
  guardText,
  type Guard
} from "../model/guards/Guard.ts"
import type { Deprecation } from "../model/Model.ts"
import type { ConfigHistory, ConfigRules, DeprecatedUse } from "./ConfigVerdict.ts"

type ItemList = NonNullable<ConfigHistory["items"]>

/**
 * Reads a release from its schema, and from the list of all items if there is one. Each object is read once, so that many
 * configs are cheap. Throws `InvalidArgument` with the first place that does not fit.
 */
export const readConfigRelease = (
  argument: string,
  schema: ConfigRules,
  items: ItemList | undefined
): ContractRelease => {
  check(argument, "schema(), with dimensions and validation_rules", guardConfigRules, schema)
  if (items === undefined) return releases(schema)(noItems)
  check("items", "items()", guardItemList, items)
  requireVersion(argument, schema)
  return releases(schema)(items)
}

/** Throws `InvalidArgument` for a schema that does not say of which release it is. */
export const requireVersion = (argument: string, schema: ConfigRules): void =>
  check(argument, "schema(), with _meta", guardVersion, schema)

/**
 * A config without the members that are `undefined`, at both of its levels: `JSON.stringify` would leave them out, and
 * forms have them for empty fields. The same object if there are none.
 */
export const withDefinedMembers = (config: unknown): unknown => {
  if (!isObject(config)) return config
  const entries = Object.entries(config)
  const defined = entries.flatMap(([name, setting]): typeof entries =>
    setting === undefined ? [] : [[name, isObject(setting) ? definedIn(setting) : setting]]
  )
  return isSame(entries, defined) ? config : Object.fromEntries(defined)
}

/** The deprecated items that a config names, as the schema describes them. */
export const findDeprecatedUses = (
  { dimensions }: ConfigRules,
  release: ContractRelease,
  config: unknown
): ReadonlyArray<DeprecatedUse> =>
  isObject(config)
    ? finders(release)(config).flatMap(({ item, path }) => {
        const deprecation = deprecationOf(dimensions, item)
        return deprecation === undefined ? [] : [{ item: formatItem(item), path, deprecation }]
      })
    : []

const releases = /* @__PURE__ */ memoizeByIdentity(({ _meta, dimensions, removed, validation_rules }: ConfigRules) => {
  const required = new Set(validation_rules.required)
  const schema = {
    _meta: { release: _meta?.release ?? "" },
    // The rules say what a config must set. A program may relax them, for instance while a form is filled in.
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([name, dimension]) => [name, { ...dimension, required: required.has(name) }])
    ),
    validation_rules,
    ...(removed === undefined ? {} : { removed })
  }
  return memoizeByIdentity(({ items }: ItemList) => releaseOfBodies(schema, items))
})

const noItems: ItemList = { items: [] }

const check = (argument: string, origin: string, guard: Guard, value: unknown): void => {
  const known = checked(guard)
  if (isObject(value) && known.has(value)) return
  const mismatch = guard(value)
  if (mismatch !== undefined) {
    const path = formatPath(mismatch)
    throw new InvalidArgument(
      argument,
      `must be the result of ${origin}. ${mismatch.message}${path === "" ? "" : ` at ${path}`}`
    )
  }
  if (isObject(value)) known.add(value)
}

const checked = /* @__PURE__ */ memoizeByIdentity<Guard, WeakSet<object>>(() => new WeakSet())

const definedIn = (setting: object): object => {
  const entries = Object.entries(setting)
  const defined = entries.filter(([, member]) => member !== undefined)
  return entries.length === defined.length ? setting : Object.fromEntries(defined)
}

type Entries = ReadonlyArray<readonly [name: string, member: unknown]>

const isSame = (entries: Entries, others: Entries): boolean =>
  entries.length === others.length && entries.every(([, member], index) => others[index]?.[1] === member)

const finders = /* @__PURE__ */ memoizeByIdentity((release: ContractRelease) => makeFindDeprecated(release, release))

const deprecationOf = (dimensions: ConfigRules["dimensions"], item: ItemRef): Deprecation | undefined => {
  if (item._tag !== "Dimension" && item._tag !== "Value") return undefined
  const dimension = dimensions[item.dimension]
  return item._tag === "Dimension" ? dimension?.deprecation : dimension?.value_details[item.value]?.deprecation
}

// Texts for people are not checked: programs trim schemas, and nothing here breaks without a label.

/** Guards what the validation and the migration of configs read of a schema. */
const guardConfigRules: Guard = (value) =>
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
const guardVersion: Guard = (value) => guardMembers(value, { _meta: guardRelease })

/** Guards what a migration reads of the list of all items. */
const guardItemList: Guard = (value) =>
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
