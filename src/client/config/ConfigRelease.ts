import { makeFindDeprecated } from "../../domain/contracts/Assess.ts"
import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { releaseOfBodies } from "../../domain/contracts/ReleaseOfBodies.ts"
import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { isListOfCodes } from "../../domain/taxonomy/Settings.ts"
import { findMismatch, formatMismatch, fullVersion, isCondition, typeOf, type BodyType } from "../model/BodyType.ts"
import { deprecationType, replacementType } from "../model/BodyTypes.generated.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { Deprecation } from "../model/Model.generated.ts"
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
  check(argument, "schema(), with dimensions and validation_rules", configRulesType, schema)
  if (items === undefined) return releases(schema)(noItems)
  check("items", "items()", itemListType, items)
  requireVersion(argument, schema)
  return releases(schema)(items)
}

/** Throws `InvalidArgument` for a schema that does not say of which release it is. */
export const requireVersion = (argument: string, schema: ConfigRules): void =>
  check(argument, "schema(), with _meta", versionType, schema)

/** The same for programs that compute with roles. Throws `InvalidArgument` for a schema whose roles do not fit, too. */
export const readMeanings = (argument: string, schema: ConfigRules): ContractRelease => {
  const release = readConfigRelease(argument, schema, undefined)
  requireVersion(argument, schema)
  check(argument, "schema(), with dimensions and validation_rules", meaningsType, schema)
  return release
}

/**
 * A config without the members that are `undefined`, at both of its levels: `JSON.stringify` would leave them out, and
 * forms have them for empty fields. The same object if there are none.
 */
export const withDefinedMembers = (config: unknown): unknown =>
  definedIn(config, (setting) => definedIn(setting, (member) => member))

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

const check = (argument: string, origin: string, type: BodyType & object, value: unknown): void => {
  const known = checked(type)
  if (isObject(value) && known.has(value)) return
  const mismatch = findMismatch(type, value)
  if (mismatch !== undefined) {
    throw new InvalidArgument(argument, `must be the result of ${origin}. ${formatMismatch(mismatch)}`)
  }
  if (isObject(value)) known.add(value)
}

const checked = /* @__PURE__ */ memoizeByIdentity<BodyType & object, WeakSet<object>>(() => new WeakSet())

const definedIn = (value: unknown, inMember: (member: unknown) => unknown): unknown => {
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const defined = entries.flatMap(([name, member]) => (member === undefined ? [] : [[name, inMember(member)] as const]))
  const isSame =
    entries.length === defined.length && entries.every(([, member], index) => defined[index]?.[1] === member)
  return isSame ? value : Object.fromEntries(defined)
}

const finders = /* @__PURE__ */ memoizeByIdentity((release: ContractRelease) => makeFindDeprecated(release, release))

const deprecationOf = (dimensions: ConfigRules["dimensions"], item: ItemRef): Deprecation | undefined => {
  if (item._tag !== "Dimension" && item._tag !== "Value") return undefined
  const dimension = dimensions[item.dimension]
  return item._tag === "Dimension" ? dimension?.deprecation : dimension?.value_details[item.value]?.deprecation
}

// Texts for people are not checked: programs trim schemas, and nothing here breaks without a label.

const releaseType = { release: fullVersion }

/** A schema that says of which release it is. */
const versionType = { _meta: releaseType }

/** What a migration reads of the list of all items. */
const itemListType = {
  items: [
    "list",
    {
      item: "string",
      kind: "string",
      added_in: "string",
      "removed_in?": "string",
      "replacement?": replacementType,
      "reason?": "string"
    }
  ]
} as const

/** The operators of a condition have their guards. Whatever else is there must be like an operand. */
const isConditionLike = (value: unknown): boolean => isObject(value) && Object.values(value).every(isOperandLike)

const isOperandLike = (operand: unknown): boolean =>
  typeof operand === "string" || typeof operand === "boolean" || isListOfCodes(operand) || isConditionLike(operand)

const conditionsType = [
  "record",
  /* @__PURE__ */ typeOf("a condition", (value) => isConditionLike(value) && isCondition(value))
] as const

/** What the validation and the migration of configs read of a schema. */
const configRulesType = {
  dimensions: [
    "record",
    {
      shape: ["of", "single", "multiple", "territory", "flags"],
      required: "boolean",
      values: /* @__PURE__ */ typeOf("a list of codes", isListOfCodes),
      value_details: ["record", { "deprecation?": deprecationType }],
      "deprecation?": deprecationType
    }
  ],
  validation_rules: {
    conflicts: [
      "record",
      {
        description: "string",
        forbid: conditionsType,
        "source?": { "forbid?": conditionsType, "when?": conditionsType, "require?": conditionsType }
      }
    ],
    "advice?": [
      "record",
      // No spread, which bundlers would keep.
      { description: "string", "forbid?": conditionsType, "when?": conditionsType, "require?": conditionsType }
    ],
    required: ["list", "string"]
  },
  "deprecations?": ["list", { item: "string" }],
  "removed?": ["list", { item: "string", removed_in: "string", "replacement?": replacementType, "reason?": "string" }],
  "_meta?": releaseType
} as const

const role = ["of", "scope", "permission", "limit", "duty", "exclusivity", "description"] as const
const names = ["list", "string"] as const

/** What verdicts on licenses read of a schema beyond that. */
const meaningsType = {
  "base_licenses?": ["list", { code: "string", config: "object" }],
  dimensions: [
    "record",
    {
      "role?": role,
      "unset?": ["of", "nothing", "everything", "open"],
      "reserves?": "string",
      "within?": names,
      "refines?": "string",
      value_details: [
        "record",
        { "role?": ["list", role], "reserves?": "string", "broader?": names, "includes?": names, "unbound_by?": names }
      ]
    }
  ]
} as const
