// Made by scripts/generate-docs.ts from src/api/bodies, with scripts/client/GenerateModel.ts.

import { checkpoint, condition, setting, translations, type BodyType, type Endpoint } from "./BodyType.ts"

export const replacementType: BodyType = { mode: ["of", "one_of", "all_of"], items: ["list", "string"] }

export const deprecationType: BodyType = {
  since: { version: "string", date: "string" },
  replaced_by: ["list", "string"],
  "replacement?": replacementType,
  "consider?": ["list", "string"],
  "reason?": "string",
  "translations?": translations,
  earliest_removal: { version: "string", date: "string", "after?": ["list", "string"], "deprecated_in?": "string" }
}

export const licenseEntryType: BodyType = {
  code: "string",
  name: "string",
  description: "string",
  config: ["record", setting],
  "translations?": translations,
  "deprecation?": deprecationType
}

export const releaseMetaType: BodyType = { taxonomy_version: "string", release: "string", generated_at: "string" }

export const licensesType: BodyType = {
  version: "string",
  licenses: ["list", licenseEntryType],
  count: "whole number",
  _meta: releaseMetaType
}

export const licenseType: BodyType = {
  code: "string",
  name: "string",
  description: "string",
  config: ["record", setting],
  "translations?": translations,
  "deprecation?": deprecationType,
  version: "string",
  published_at: "string",
  _meta: releaseMetaType
}

export const citationType: BodyType = { title: "string", "url?": "string" }

export const listTranslationsType: BodyType = [
  "record",
  { "alt_labels?": ["list", "string"], "examples?": ["list", "string"] }
]

export const valueDetailsType: BodyType = {
  label: "string",
  "alt_labels?": ["list", "string"],
  description: "string",
  "notes?": "string",
  "examples?": ["list", "string"],
  "definition?": "string",
  "role?": ["list", "string"],
  "reserves?": "string",
  "broader?": ["list", "string"],
  "includes?": ["list", "string"],
  "unbound_by?": ["list", "string"],
  "citations?": ["list", citationType],
  "translations?": translations,
  "list_translations?": listTranslationsType,
  "deprecation?": deprecationType
}

export const dimensionType: BodyType = {
  name: "string",
  description: "string",
  "definition?": "string",
  shape: ["of", "single", "multiple", "territory", "flags"],
  required: "boolean",
  "role?": "string",
  "unset?": "string",
  "reserves?": "string",
  "within?": ["list", "string"],
  "values_of?": "string",
  "refines?": "string",
  "translations?": translations,
  "deprecation?": deprecationType,
  values: ["list", "string"],
  value_details: ["record", valueDetailsType]
}

export const dimensionsType: BodyType = {
  version: "string",
  dimensions: ["record", dimensionType],
  count: "whole number",
  _meta: releaseMetaType
}

export const dimensionItemType: BodyType = {
  version: "string",
  dimension: "string",
  content: dimensionType,
  added_in: "string",
  licenses: ["list", "string"],
  rules: ["list", "string"],
  _meta: releaseMetaType
}

export const valueItemType: BodyType = {
  version: "string",
  dimension: "string",
  code: "string",
  content: valueDetailsType,
  narrower: ["list", "string"],
  added_in: "string",
  licenses: ["list", "string"],
  rules: ["list", "string"],
  _meta: releaseMetaType
}

export const matchType: BodyType = { field: "string", "language?": "string", text: "string" }

export const hitType: BodyType = {
  item: "string",
  kind: ["of", "dimension", "value", "license", "rule"],
  label: "string",
  description: "string",
  matches: ["list", matchType],
  missing: ["list", "string"],
  "deprecation?": deprecationType,
  "removed_in?": "string",
  "replacement?": replacementType
}

export const searchType: BodyType = {
  version: "string",
  query: "string",
  results: ["list", hitType],
  count: "whole number",
  total: "whole number",
  near: ["list", hitType],
  suggestions: ["record", "string"],
  "next_cursor?": "string",
  _meta: releaseMetaType
}

export const dimensionGroupType: BodyType = {
  label: "string",
  dimensions: ["list", "string"],
  "translations?": translations
}

export const writtenConditionsType: BodyType = {
  "forbid?": ["record", condition],
  "when?": ["record", condition],
  "require?": ["record", condition]
}

export const conflictType: BodyType = {
  "label?": "string",
  description: "string",
  "translations?": translations,
  forbid: ["record", condition],
  "source?": writtenConditionsType,
  "part_of?": "string"
}

export const adviceType: BodyType = {
  "label?": "string",
  description: "string",
  "translations?": translations,
  "forbid?": ["record", condition],
  "when?": ["record", condition],
  "require?": ["record", condition]
}

export const validationRulesType: BodyType = {
  conflicts: ["record", conflictType],
  "advice?": ["record", adviceType],
  required: ["list", "string"],
  config_schema: "object"
}

export const deprecatedItemType: BodyType = {
  item: "string",
  since: { version: "string", date: "string" },
  replaced_by: ["list", "string"],
  "replacement?": replacementType,
  "consider?": ["list", "string"],
  "reason?": "string",
  "translations?": translations,
  earliest_removal: { version: "string", date: "string", "after?": ["list", "string"], "deprecated_in?": "string" }
}

export const removedItemType: BodyType = {
  item: "string",
  removed_in: "string",
  "withdrawn?": "boolean",
  "replacement?": replacementType,
  "consider?": ["list", "string"],
  "reason?": "string",
  "translations?": translations
}

export const taxonomySchemaType: BodyType = {
  version: "string",
  namespace: "string",
  "iri?": "string",
  title: "string",
  description: "string",
  "groups?": ["list", dimensionGroupType],
  "translations?": translations,
  published_at: "string",
  dimensions: ["record", dimensionType],
  base_licenses: ["list", licenseEntryType],
  validation_rules: validationRulesType,
  deprecations: ["list", deprecatedItemType],
  "removed?": ["list", removedItemType],
  _meta: releaseMetaType
}

export const waiverType: BodyType = { rule: "string", subject: "string", reason: "string", approved_by: "string" }

export const releaseNotesType: BodyType = {
  summary: "string",
  "effective?": "string",
  "proposed_by?": "string",
  "approved_by?": "string",
  "references?": ["list", citationType],
  "instead?": ["record", ["list", "string"]]
}

export const releaseType: BodyType = {
  version: "string",
  release: "string",
  published_at: "string",
  bump: ["of", "patch", "minor", "major", null],
  base: "string or null",
  api_version: "string or null",
  status: "string",
  "withdrawn?": { date: "string", reason: "string" },
  "end_of_life?": { date: "string", reason: "string" },
  changes: ["record", "whole number"],
  waivers: ["list", waiverType],
  "notes?": releaseNotesType
}

export const historyMetaType: BodyType = { taxonomy_version: "string", release: "string", generated_at: "string" }

export const releasesType: BodyType = {
  version: "string",
  releases: ["list", releaseType],
  count: "whole number",
  "next_cursor?": "string",
  _meta: historyMetaType
}

export const itemType: BodyType = {
  item: "string",
  kind: "string",
  label: "string",
  "translations?": translations,
  added_in: "string",
  "deprecated_in?": "string",
  "removed_in?": "string",
  "removed_on?": "string",
  "last_in?": "string",
  "replacement?": replacementType,
  "consider?": ["list", "string"],
  "reason?": "string",
  "deprecation?": deprecationType
}

export const itemsType: BodyType = {
  version: "string",
  items: ["list", itemType],
  count: "whole number",
  "next_cursor?": "string",
  _meta: historyMetaType
}

export const comparedReleaseType: BodyType = { version: "string", release: "string", published_at: "string" }

export const taxonomyTextsType: BodyType = { title: "string", description: "string" }

export const statedDeprecationType: BodyType = {
  replaced_by: ["list", "string"],
  "replacement_mode?": ["of", "all_of"],
  "consider?": ["list", "string"],
  "reason?": "string",
  "translations?": ["record", ["record", "string"]]
}

export const valueSnapshotType: BodyType = {
  code: "string",
  label: "string",
  "alt_labels?": ["list", "string"],
  description: "string",
  "notes?": "string",
  "examples?": ["list", "string"],
  "definition?": "string",
  "role?": ["list", "string"],
  "reserves?": "string",
  "broader?": ["list", "string"],
  "includes?": ["list", "string"],
  "unbound_by?": ["list", "string"],
  "citations?": ["list", citationType],
  "translations?": ["record", ["record", "string"]],
  "list_translations?": listTranslationsType,
  "deprecated?": statedDeprecationType
}

export const dimensionSnapshotType: BodyType = {
  name: "string",
  label: "string",
  description: "string",
  "definition?": "string",
  shape: ["of", "single", "multiple", "territory", "flags"],
  required: "boolean",
  "role?": "string",
  "unset?": "string",
  "reserves?": "string",
  "within?": ["list", "string"],
  "values_of?": "string",
  "refines?": "string",
  "translations?": ["record", ["record", "string"]],
  "deprecated?": statedDeprecationType,
  values: ["list", valueSnapshotType]
}

export const dimensionTextsType: BodyType = { label: "string", description: "string" }

export const valueTextsType: BodyType = {
  label: "string",
  "alt_labels?": ["list", "string"],
  description: "string",
  "notes?": "string",
  "examples?": ["list", "string"],
  "citations?": ["list", citationType]
}

export const licenseSnapshotType: BodyType = {
  code: "string",
  name: "string",
  description: "string",
  config: ["record", setting],
  "translations?": ["record", ["record", "string"]],
  "deprecated?": statedDeprecationType
}

export const licenseTextsType: BodyType = { name: "string", description: "string" }

export const ruleSnapshotType: BodyType = {
  id: "string",
  "label?": "string",
  description: "string",
  "translations?": ["record", ["record", "string"]],
  "advice?": "boolean",
  forbid: ["record", condition],
  "source?": writtenConditionsType
}

export const changeType: BodyType = [
  "kinds",
  {
    "namespace-changed": { bump: ["of", "patch", "minor", "major"], before: "string", after: "string" },
    "iri-changed": { bump: ["of", "patch", "minor", "major"], "before?": "string", "after?": "string" },
    "groups-changed": {
      bump: ["of", "patch", "minor", "major"],
      "before?": ["list", dimensionGroupType],
      "after?": ["list", dimensionGroupType]
    },
    "title-changed": { bump: ["of", "patch", "minor", "major"], before: taxonomyTextsType, after: taxonomyTextsType },
    "taxonomy-translations-changed": {
      bump: ["of", "patch", "minor", "major"],
      "before?": ["record", ["record", "string"]],
      "after?": ["record", ["record", "string"]]
    },
    "dimension-added": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      after: dimensionSnapshotType
    },
    "dimension-removed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "removed_in?": "string",
      "replacement?": replacementType,
      "reason?": "string"
    },
    "dimension-shape-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      before: ["of", "single", "multiple", "territory", "flags"],
      after: ["of", "single", "multiple", "territory", "flags"]
    },
    "dimension-requirement-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      before: "boolean",
      after: "boolean"
    },
    "dimension-role-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": ["of", "scope", "permission", "limit", "duty", "exclusivity", "description"],
      "after?": ["of", "scope", "permission", "limit", "duty", "exclusivity", "description"]
    },
    "dimension-unset-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": ["of", "nothing", "everything", "open"],
      "after?": ["of", "nothing", "everything", "open"]
    },
    "dimension-reserves-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": "string",
      "after?": "string"
    },
    "dimension-within-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": ["list", "string"],
      "after?": ["list", "string"]
    },
    "dimension-source-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": "string",
      "after?": "string"
    },
    "dimension-refined-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": "string",
      "after?": "string"
    },
    "dimension-definition-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": "string",
      "after?": "string"
    },
    "dimension-definition-corrected": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": "string",
      "after?": "string",
      reason: "string",
      approved_by: "string"
    },
    "dimension-text-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      before: dimensionTextsType,
      after: dimensionTextsType
    },
    "dimension-translations-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      "before?": ["record", ["record", "string"]],
      "after?": ["record", ["record", "string"]]
    },
    "dimension-deprecated": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      after: statedDeprecationType
    },
    "dimension-undeprecated": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      before: statedDeprecationType
    },
    "dimension-deprecation-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      before: statedDeprecationType,
      after: statedDeprecationType
    },
    "value-added": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      index: "whole number",
      after: valueSnapshotType
    },
    "value-removed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "removed_in?": "string",
      "replacement?": replacementType,
      "reason?": "string"
    },
    "value-role-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": ["list", ["of", "scope", "permission", "limit", "duty", "exclusivity", "description"]],
      "after?": ["list", ["of", "scope", "permission", "limit", "duty", "exclusivity", "description"]]
    },
    "value-reserves-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": "string",
      "after?": "string"
    },
    "value-broader-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": ["list", "string"],
      "after?": ["list", "string"]
    },
    "value-includes-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": ["list", "string"],
      "after?": ["list", "string"]
    },
    "value-unbound-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": ["list", "string"],
      "after?": ["list", "string"]
    },
    "value-definition-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": "string",
      "after?": "string"
    },
    "value-definition-corrected": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": "string",
      "after?": "string",
      reason: "string",
      approved_by: "string"
    },
    "value-text-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      before: valueTextsType,
      after: valueTextsType
    },
    "value-translations-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      "before?": ["record", ["record", "string"]],
      "after?": ["record", ["record", "string"]],
      "lists?": { "before?": listTranslationsType, "after?": listTranslationsType }
    },
    "value-deprecated": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      after: statedDeprecationType
    },
    "value-undeprecated": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      before: statedDeprecationType
    },
    "value-deprecation-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      value: "string",
      before: statedDeprecationType,
      after: statedDeprecationType
    },
    "values-reordered": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      dimension: "string",
      before: ["list", "string"],
      after: ["list", "string"]
    },
    "license-added": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      after: licenseSnapshotType
    },
    "license-removed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      "removed_in?": "string",
      "replacement?": replacementType,
      "reason?": "string"
    },
    "license-config-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      before: ["record", setting],
      after: ["record", setting]
    },
    "license-text-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      before: licenseTextsType,
      after: licenseTextsType
    },
    "license-translations-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      "before?": ["record", ["record", "string"]],
      "after?": ["record", ["record", "string"]]
    },
    "license-deprecated": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      after: statedDeprecationType
    },
    "license-undeprecated": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      before: statedDeprecationType
    },
    "license-deprecation-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      license: "string",
      before: statedDeprecationType,
      after: statedDeprecationType
    },
    "rule-added": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      after: ruleSnapshotType
    },
    "rule-removed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "removed_in?": "string",
      "replacement?": replacementType,
      "reason?": "string"
    },
    "rule-advice-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "before?": "boolean",
      "after?": "boolean"
    },
    "rule-condition-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "before?": ["record", condition],
      "after?": ["record", condition]
    },
    "rule-case-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "before?": ["record", condition],
      "after?": ["record", condition]
    },
    "rule-demand-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "before?": ["record", condition],
      "after?": ["record", condition]
    },
    "rule-label-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "before?": "string",
      "after?": "string"
    },
    "rule-text-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      before: "string",
      after: "string"
    },
    "rule-translations-changed": {
      bump: ["of", "patch", "minor", "major"],
      item: "string",
      label: "string",
      "translations?": translations,
      "deprecation?": deprecationType,
      rule: "string",
      "before?": ["record", ["record", "string"]],
      "after?": ["record", ["record", "string"]]
    }
  },
  {
    kind: "string",
    bump: ["of", "patch", "minor", "major"],
    "translations?": translations,
    "deprecation?": deprecationType
  }
]

export const changesType: BodyType = {
  version: "string",
  from: comparedReleaseType,
  to: comparedReleaseType,
  required_bump: ["of", "major", "minor", "patch", "none"],
  changes: ["list", changeType],
  count: "whole number",
  "next_cursor?": "string",
  _meta: releaseMetaType
}

export const healthType: BodyType = { status: ["of", "ok", "degraded"], version: "string", timestamp: "string" }

export const drainingType: BodyType = { status: ["of", "draining"], version: "string", timestamp: "string" }

/** The status of every error code of the contract, the value of `X-Error-Code`. */
export const statusOfErrorCode = {
  "request-malformed": 400,
  "parameter-unknown": 400,
  "parameter-missing": 400,
  "parameter-malformed": 400,
  "cursor-expired": 400,
  "version-malformed": 400,
  "version-not-served-here": 400,
  "value-unknown": 400,
  "dimension-removed": 400,
  "value-removed": 400,
  "license-removed": 400,
  "key-missing": 401,
  "scheme-unsupported": 401,
  "key-malformed": 401,
  "key-invalid": 401,
  "key-revoked": 403,
  "key-expired": 403,
  "path-not-found": 404,
  "resource-not-found": 404,
  "license-not-found": 404,
  "dimension-not-found": 404,
  "value-not-found": 404,
  "version-not-found": 404,
  "log-unsigned": 404,
  "release-unsigned": 404,
  "method-not-allowed": 405,
  "request-timeout": 408,
  "precondition-failed": 412,
  "content-too-large": 413,
  "uri-too-long": 414,
  "limit-exceeded": 429,
  "unauthorized-limit-exceeded": 429,
  "headers-too-large": 431,
  "internal-error": 500,
  "limits-unavailable": 503,
  "release-damaged": 503,
  draining: 503,
  "service-unavailable": 503
} as const

/** How the methods request their endpoints. */
export const endpoints: Readonly<
  Record<
    | "licenses"
    | "license"
    | "dimensions"
    | "dimension"
    | "value"
    | "search"
    | "schema"
    | "releases"
    | "items"
    | "changes"
    | "health"
    | "checkpoint",
    Endpoint
  >
> = {
  licenses: {
    path: "/{api_version}/licenses",
    query: "any",
    type: licensesType,
    isText: false,
    isKeyed: true,
    isOfRelease: true
  },
  license: {
    path: "/{api_version}/licenses/{license_code}",
    query: [],
    type: licenseType,
    isText: false,
    isKeyed: true,
    isOfRelease: true
  },
  dimensions: {
    path: "/{api_version}/dimensions",
    query: [],
    type: dimensionsType,
    isText: false,
    isKeyed: true,
    isOfRelease: true
  },
  dimension: {
    path: "/{api_version}/dimensions/{dimension}",
    query: [],
    type: dimensionItemType,
    isText: false,
    isKeyed: true,
    isOfRelease: true
  },
  value: {
    path: "/{api_version}/dimensions/{dimension}/values/{value_code}",
    query: [],
    type: valueItemType,
    isText: false,
    isKeyed: true,
    isOfRelease: true
  },
  search: {
    path: "/{api_version}/search",
    query: ["q?", "kind?", "limit?", "cursor?", "lang?"],
    type: searchType,
    isText: false,
    isKeyed: true,
    isOfRelease: false
  },
  schema: {
    path: "/{api_version}/schema",
    query: [],
    type: taxonomySchemaType,
    isText: false,
    isKeyed: true,
    isOfRelease: true
  },
  releases: {
    path: "/{api_version}/releases",
    query: ["limit?", "cursor?"],
    type: releasesType,
    isText: false,
    isKeyed: true,
    isOfRelease: false
  },
  items: {
    path: "/{api_version}/items",
    query: ["limit?", "cursor?"],
    type: itemsType,
    isText: false,
    isKeyed: true,
    isOfRelease: false
  },
  changes: {
    path: "/{api_version}/changes",
    query: ["from", "to?", "kind?", "dimension?", "limit?", "cursor?"],
    type: changesType,
    isText: false,
    isKeyed: true,
    isOfRelease: false
  },
  health: { path: "/health", query: [], type: healthType, isText: false, isKeyed: false, isOfRelease: false },
  checkpoint: { path: "/checkpoint", query: [], type: checkpoint, isText: true, isKeyed: false, isOfRelease: false }
}
