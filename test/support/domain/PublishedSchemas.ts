import { rulesBody } from "../../../src/api/projections/RuleProjection.ts"
import type { Deprecation, Replacement, TaxonomySchema } from "../../../src/client/model/Model.generated.ts"
import type { ConfigRules } from "../../../src/client/Validate.ts"
import type {
  ContractRelease,
  ItemDeprecation,
  ItemReplacement
} from "../../../src/domain/contracts/ContractRelease.ts"
import { itemRefs } from "../../../src/domain/lookup/ItemUses.ts"
import type { RemovalForecast } from "../../../src/domain/release/removal/RemovalForecast.ts"
import {
  dimensionRef,
  formatItem,
  toItemId,
  valueRef,
  type ItemId,
  type ItemRef
} from "../../../src/domain/taxonomy/ItemRef.ts"
import { replacementName } from "../../../src/domain/taxonomy/Replacement.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { schemaBody } from "../../../src/release/format3/Bodies.ts"

/** The schema that a release publishes, as a program parses it. Only format 2 lists what was removed. */
export const publishedSchema = (release: ContractRelease, format: 1 | 2 = 2): ConfigRules => {
  const { deprecations, dimensions, removed, rules, version } = release
  const deprecationAt = (item: ItemRef) => {
    const deprecation = deprecations.get(toItemId(item))
    return deprecation === undefined ? {} : { deprecation: deprecationBody(item, deprecation, format) }
  }
  const schema: ConfigRules = {
    _meta: { taxonomy_version: shortVersion(version), release: version, generated_at: "2026-01-15T10:00:00Z" },
    dimensions: Object.fromEntries(
      dimensions.map(({ name, refines, required, shape, values }) => {
        const codes = values.map(({ code }) => code)
        const details = codes.map((code) => [code, { ...texts, label: code, ...deprecationAt(valueRef(name, code)) }])
        const meaning = {
          name,
          ...texts,
          ...(refines === undefined ? {} : { refines }),
          ...deprecationAt(dimensionRef(name))
        }
        return [name, { ...meaning, shape, required, values: codes, value_details: Object.fromEntries(details) }]
      })
    ),
    validation_rules: {
      ...rulesBody({ dimensions, rules }),
      required: dimensions.filter(({ required }) => required).map(({ name }) => name),
      config_schema: {}
    },
    ...(format === 1
      ? {}
      : {
          removed: [...removed].map(([id, { reason, removed_in, replacement }]) => ({
            item: id.slice(id.indexOf(" ") + 1),
            removed_in,
            ...replacementBody(replacement),
            ...(reason === undefined && replacement?.items.length === 0 ? { reason: nobody } : {})
          }))
        })
  }
  return JSON.parse(JSON.stringify(schema))
}

const texts = { description: "What it is for." }

/** What is removed without a replacement has a reason. */
const nobody = "Nobody uses it."

const deprecationBody = (
  item: ItemRef,
  { earliest_removal, replacement, since }: ItemDeprecation,
  format: 1 | 2
): Deprecation => ({
  since: { version: shortVersion(since.version), date: since.date },
  replaced_by: replacement.items.map((each) => replacementName(item, each)),
  ...(format === 1 ? {} : replacementBody(replacement)),
  ...(replacement.items.length === 0 ? { reason: nobody } : {}),
  earliest_removal: { version: shortVersion(earliest_removal?.version ?? "2.0.0"), date: "2026-08-01" }
})

const replacementBody = (replacement: ItemReplacement | undefined): { readonly replacement?: Replacement } =>
  replacement === undefined || replacement.items.length === 0
    ? {}
    : { replacement: { mode: replacement.mode, items: replacement.items.map(formatItem) } }

const shortVersion = (version: string): string => `v${version.split(".").slice(0, 2).join(".")}`

const since = { version: Version.make("1.0.0"), date: "2026-01-15T10:00:00Z" }
const forecast: RemovalForecast = {
  may_go: "later",
  version: Version.make("2.0.0"),
  date: "2026-07-15",
  after: [],
  deprecated_in: null
}

const ofEach = <A>(taxonomy: Taxonomy, facts: A): ReadonlyMap<ItemId, A> =>
  new Map(itemRefs(taxonomy).map((item) => [toItemId(item), facts]))

const release = (taxonomy: Taxonomy) => ({
  version: Version.make("1.0.0"),
  base: null,
  published_at: "2026-01-15T10:00:00Z",
  source_commit: "0".repeat(40),
  changes: [],
  waivers: [],
  format: 3,
  taxonomy,
  clocks: ofEach(taxonomy, since),
  removals: new Map(),
  forecasts: ofEach(taxonomy, forecast),
  removed: new Map(),
  ceased: new Map()
})

/** The schema of release 1.0.0 of a taxonomy, as a program parses it. */
export const servedSchema = (taxonomy: Taxonomy): TaxonomySchema =>
  JSON.parse(JSON.stringify(schemaBody(release(taxonomy))))
