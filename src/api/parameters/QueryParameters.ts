import * as Schema from "effect/Schema"
import { changeKinds } from "../../domain/change/ChangeSchema.ts"
import { parseJson } from "../../domain/Json.ts"
import { isCalendarDay } from "../../domain/ledger/Timestamp.ts"
import { Code, Day, DimensionName } from "../../domain/taxonomy/Scalars.ts"
import { LanguageTag } from "../../domain/taxonomy/Translations.ts"
import { itemKinds } from "../bodies/LookupBodies.ts"
import { VersionSelector } from "./TaxonomyVersion.ts"

/** How many dimensions a request can select. */
export const maxSelectedDimensions = 100

const envelope = (description: string, example: "true" | "false") =>
  Schema.optionalKey(Schema.Literals(["true", "false"]).annotate({ description, examples: [example] }))

const inEnvelope = {
  envelope: envelope("`true` wraps the body in the general envelope, with the time and the id of the request.", "true")
}

/** How many entries a page has at most. */
export const maxPageLength = 1000

const limit = (maximum: number, description: string, example: number) =>
  Schema.optionalKey(
    Schema.Number.annotate({ format: "int32" })
      .check(
        Schema.isInt(),
        Schema.isBetween({ minimum: 1, maximum }, { expected: `a whole number from 1 to ${maximum}` })
      )
      .annotate({ description, examples: [example] })
  )

const cursor = Schema.optionalKey(
  Schema.String.check(
    Schema.isPattern(/^[A-Za-z0-9._~-]{1,128}$/u, { expected: "the `next_cursor` of the page before" }),
    Schema.isMaxLength(128)
  ).annotate({
    description:
      "The `next_cursor` of the page before, for the page after it. Send the other parameters with it again.",
    examples: ["17.100"]
  })
)

/** The parameters of lists that grow, which are sent whole without them. */
const pageQuery = {
  limit: limit(maxPageLength, "The number of entries in the body at most. Without it, the list is whole.", 100),
  cursor
}

/** The parameters of the endpoints about all releases, which therefore take no version. */
export const historyQuery = { ...inEnvelope, ...pageQuery }

/** How many entries the feed has at most. Its readers ask often, and keep what they have read. */
export const maxFeedEntries = 100

/** The parameter of the feed. */
export const feedQuery = { limit: limit(maxFeedEntries, "The number of entries at most. Default: 100.", 20) }

/** The parameter of the OpenAPI documents, which are never in an envelope themselves. */
export const documentQuery = {
  envelope: envelope("`true` gives the document for clients that always ask for the general envelope.", "false")
}

/** The parameter of the proofs, which are about bodies without the envelope. */
export const proofQuery = {
  version: Schema.optionalKey(
    VersionSelector.annotate({
      description:
        "The release to read: `latest`, a major, a minor or a full version, with or without the `v`. " +
        "Default: the newest release of the API version.",
      examples: ["v1.0"]
    })
  )
}

const asOfTexts = {
  description:
    "A day in UTC that is over. Selects the release that `latest` of the API version was at its end, and names its address " +
    "in `Content-Location`. Not together with `version`.",
  examples: ["2026-05-01"]
}

const asOf = {
  as_of: Schema.optionalKey(
    Day.annotate(asOfTexts).check(
      Schema.makeFilter(isCalendarDay, { ...asOfTexts, expected: "a day of the calendar such as 2026-05-01" })
    )
  )
}

/** The parameters of the endpoints about one release. None is required (service spec, 4.6). */
export const taxonomyQuery = { ...proofQuery, ...asOf, ...inEnvelope }

/** A parameter that may be given several times. */
const repeated = <S extends Schema.Constraint>(schema: S, times: number, description: string, example: S["Type"]) =>
  Schema.optionalKey(
    Schema.Array(schema)
      .check(Schema.isMaxLength(times, { expected: `given at most ${times} times` }))
      .annotate({ description, examples: [[example]] })
  )

const json = (description: string, example: object) => {
  const texts = { description, examples: [JSON.stringify(example)], json: true }
  const expected = "JSON, percent-encoded as a whole"
  // A filter of its own has no place in JSON Schema, which takes the texts from the check before it.
  return Schema.String.check(Schema.isMaxLength(maxJsonLength))
    .annotate(texts)
    .check(Schema.makeFilter((text) => parseJson(text) !== undefined, { ...texts, expected }))
}

/** The longest request target has no room for more. */
const maxJsonLength = 8000

const lang = Schema.optionalKey(
  LanguageTag.check(Schema.isMaxLength(35, { expected: "a language tag such as fr or pt-BR" })).annotate({
    description:
      "The language of the taxonomy's texts in the answer, where it has them, as a BCP 47 tag. Default: that of the sources.",
    examples: ["fr"]
  })
)

const license = Code.check(Schema.isMaxLength(64)).annotate({
  description: "The code of a base license.",
  examples: ["SAMPLE-PODCAST"]
})

const config = json("The configuration of a license, as JSON.", { campaign_kind: "retail_promotion" })

/** The parameters of a validation. */
export const validateQuery = { config, lang, ...taxonomyQuery }

/** The parameters of the question whether a license permits a use. */
export const permitsQuery = {
  license,
  use: json("The use, as JSON: what somebody wants to do, written like a config.", {
    campaign_kind: "product_launch"
  }),
  lang,
  ...taxonomyQuery
}

/** The parameters of the question whether a license covers another one. */
export const coversQuery = { license, ...validateQuery }

/** The parameters of a search, which is of the newest release of an API version. */
export const searchQuery = {
  q: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(200, { expected: "at most 200 characters" })).annotate({
      description:
        "The words to search for, in any order and regardless of case, accents and plurals. Without any, all items of the " +
        "release are listed, such as all base licenses with the kind `license`.",
      examples: ["fast food"]
    })
  ),
  kind: repeated(
    Schema.Literals(itemKinds),
    itemKinds.length,
    "Selects items of these kinds. Repeat the parameter for several.",
    "value"
  ),
  limit: limit(100, "The number of results at most. Default: 20.", 20),
  cursor,
  lang,
  ...inEnvelope
}

/** The parameters of a migration. */
export const migrateQuery = {
  config,
  from: Schema.optionalKey(
    VersionSelector.annotate({
      description:
        "The release that the config was written for, of any major. Without it, only what was removed counts as broken.",
      examples: ["v1.0"]
    })
  ),
  lang,
  ...taxonomyQuery
}

/** The parameters of the changes between two releases. */
export const changesQuery = {
  from: VersionSelector.annotate({
    description:
      "The release that the changes lead from, of any major: a full version, a minor, a major, or `latest` for the newest " +
      "release of the API version, with or without the `v`.",
    examples: ["v1.0"]
  }),
  to: Schema.optionalKey(
    VersionSelector.annotate({
      description:
        "The release that the changes lead to, older or newer than `from`. " +
        "Default: the newest release of the API version.",
      examples: ["v1.1"]
    })
  ),
  kind: repeated(
    Schema.Literals(changeKinds),
    changeKinds.length,
    "Selects changes of these kinds. Repeat the parameter for several.",
    "value-deprecated"
  ),
  dimension: repeated(
    DimensionName.check(Schema.isMaxLength(64)),
    maxSelectedDimensions,
    "Selects changes of these dimensions and of their values. Repeat the parameter for several. Both releases or " +
      "one of them must have the dimension.",
    "campaign_kind"
  ),
  ...historyQuery
}

/** One value, or several, of which any matches. */
const FilterValues = Schema.Union([Code, Schema.Array(Code)])

/**
 * The filters of the list of licenses, one parameter per dimension. A license matches if it has one of the given values
 * in every given dimension. The names are data, so any dimension name is a parameter name.
 */
export const licensesQuery = Schema.StructWithRest(Schema.Struct(taxonomyQuery), [
  Schema.Record(DimensionName, FilterValues)
])
