import { isObject } from "../../../domain/Json.ts"
import { guardDeprecation, guardMeta, guardReplacement, guardTexts, guardTranslations } from "./CommonGuards.ts"
import {
  guardBoolean,
  guardCount,
  guardList,
  guardLiteral,
  guardMembers,
  guardText,
  type Guard,
  type Members
} from "./Guard.ts"
import { guardConfig } from "./LicenseGuards.ts"
import { guardConditions } from "./SchemaGuards.ts"

/** Guards the body of the changes between two releases. */
export const guardChanges: Guard = (value) =>
  guardMembers(value, {
    version: guardText,
    from: guardComparedRelease,
    to: guardComparedRelease,
    required_bump: (bump) => guardLiteral(bump, ["major", "minor", "patch", "none"]),
    changes: (changes) => guardList(changes, guardChange),
    count: guardCount,
    _meta: guardMeta
  })

const guardComparedRelease: Guard = (value) =>
  guardMembers(value, { version: guardText, release: guardText, published_at: guardText })

const guardBump: Guard = (value) => guardLiteral(value, ["patch", "minor", "major"])

const guardShape: Guard = (value) => guardLiteral(value, ["single", "multiple", "territory", "flags"])

const guardStatedDeprecation: Guard = (value) =>
  guardMembers(
    value,
    { replaced_by: guardTexts },
    {
      replacement_mode: (mode) => guardLiteral(mode, ["all_of"]),
      reason: guardText,
      translations: guardTranslations
    }
  )

const snapshotOptions: Members = {
  definition: guardText,
  translations: guardTranslations,
  deprecated: guardStatedDeprecation
}

const guardValueSnapshot: Guard = (value) =>
  guardMembers(value, { code: guardText, label: guardText, description: guardText }, snapshotOptions)

const guardDimensionSnapshot: Guard = (value) =>
  guardMembers(
    value,
    {
      name: guardText,
      label: guardText,
      description: guardText,
      shape: guardShape,
      required: guardBoolean,
      values: (values) => guardList(values, guardValueSnapshot)
    },
    snapshotOptions
  )

const guardLicenseSnapshot: Guard = (value) =>
  guardMembers(
    value,
    { code: guardText, name: guardText, description: guardText, config: guardConfig },
    { translations: guardTranslations, deprecated: guardStatedDeprecation }
  )

const guardRuleSnapshot: Guard = (value) =>
  guardMembers(
    value,
    { id: guardText, description: guardText, forbid: guardConditions },
    { translations: guardTranslations }
  )

const texts =
  (...names: ReadonlyArray<string>): Guard =>
  (value) =>
    guardMembers(value, Object.fromEntries(names.map((name) => [name, guardText])))

/** The members of a change beside those of all changes. */
interface ChangeMembers {
  readonly required?: Members
  readonly optional?: Members
}

const both = (guard: Guard): ChangeMembers => ({ required: { before: guard, after: guard } })

const optional = (guard: Guard): ChangeMembers => ({ optional: { before: guard, after: guard } })

const removal: ChangeMembers = {
  optional: { removed_in: guardText, replacement: guardReplacement, reason: guardText }
}

const corrected: ChangeMembers = {
  required: { reason: guardText, approved_by: guardText },
  optional: { before: guardText, after: guardText }
}

/** What changes of dimensions, values and licenses have in common, by the end of their kind. */
const commonMembers = (end: string): ChangeMembers | undefined => {
  switch (end) {
    case "removed":
      return removal
    case "definition-changed":
      return optional(guardText)
    case "definition-corrected":
      return corrected
    case "translations-changed":
      return optional(guardTranslations)
    case "deprecated":
      return { required: { after: guardStatedDeprecation } }
    case "undeprecated":
      return { required: { before: guardStatedDeprecation } }
    case "deprecation-changed":
      return both(guardStatedDeprecation)
    default:
      return undefined
  }
}

const membersOf = (kind: string): ChangeMembers | undefined => {
  switch (kind) {
    case "namespace-changed":
    case "rule-text-changed":
      return both(guardText)
    case "iri-changed":
      return optional(guardText)
    case "title-changed":
      return both(texts("title", "description"))
    case "dimension-added":
      return { required: { after: guardDimensionSnapshot } }
    case "dimension-shape-changed":
      return both(guardShape)
    case "dimension-requirement-changed":
      return both(guardBoolean)
    case "dimension-text-changed":
    case "value-text-changed":
      return both(texts("label", "description"))
    case "value-added":
      return { required: { after: guardValueSnapshot, index: guardCount } }
    case "values-reordered":
      return both(guardTexts)
    case "license-added":
      return { required: { after: guardLicenseSnapshot } }
    case "license-config-changed":
      return both(guardConfig)
    case "license-text-changed":
      return both(texts("name", "description"))
    case "rule-added":
      return { required: { after: guardRuleSnapshot } }
    case "rule-condition-changed":
      return both(guardConditions)
    default:
      return otherMembersOf(kind)
  }
}

/** A taxonomy, a license and a rule change in fewer ways than a dimension and a value. */
const otherMembersOf = (kind: string): ChangeMembers | undefined => {
  const [, owner = "", end = ""] = /^([a-z]+)-(.+)$/.exec(kind) ?? []
  const isOfTaxonomy = owner === "taxonomy" && end === "translations-changed"
  const isOfRule = owner === "rule" && ["removed", "translations-changed"].includes(end)
  const isOfLicense = owner === "license" && !end.startsWith("definition")
  const isOfOther = owner === "dimension" || owner === "value"
  return isOfTaxonomy || isOfRule || isOfLicense || isOfOther ? commonMembers(end) : undefined
}

/** The members that name the item of a change, by the beginning of its kind. */
const subjects: Readonly<Record<string, Members>> = {
  dimension: { dimension: guardText },
  values: { dimension: guardText },
  value: { dimension: guardText, value: guardText },
  license: { license: guardText },
  rule: { rule: guardText }
}

const guardChange: Guard = (value) => {
  const kind = isObject(value) && typeof value["kind"] === "string" ? value["kind"] : ""
  const members = membersOf(kind)
  // A newer service may have more kinds. The translation of texts reads these two members of every kind.
  if (members === undefined) {
    const options = { translations: guardTranslations, deprecation: guardDeprecation }
    return guardMembers(value, { kind: guardText, bump: guardBump }, options)
  }
  const subject = subjects[kind.split("-")[0] ?? ""]
  const facts = subject === undefined ? {} : { item: guardText, label: guardText, ...subject }
  const options = subject === undefined ? {} : { translations: guardTranslations, deprecation: guardDeprecation }
  return guardMembers(value, { bump: guardBump, ...facts, ...members.required }, { ...options, ...members.optional })
}
