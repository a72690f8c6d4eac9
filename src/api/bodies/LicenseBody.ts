import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Config } from "../../domain/taxonomy/Config.ts"
import { Code } from "../../domain/taxonomy/Identifiers.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { Count, ReleaseMeta } from "./BodyParts.ts"
import { DeprecationBody } from "./DeprecationBody.ts"
import { translationsOfLicense } from "./Translations.ts"

export const ConfigBody = Config.annotate({
  identifier: "Config",
  description:
    "Settings by dimension name. The shape of the dimension determines the type: a code, a list of codes, a territory, " +
    "or an object of booleans."
})

const licenseFields = {
  code: Code,
  name: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  translations: translationsOfLicense,
  config: ConfigBody,
  deprecation: Schema.optionalKey(DeprecationBody)
}

/** A base license in a list (service spec, 2.1). */
export const LicenseEntry = Schema.Struct(licenseFields).annotate({
  identifier: "LicenseEntry",
  description: "A base license template in a list."
})

/** The body of one base license (service spec, 2.1 and 4.3). */
export type LicenseBody = typeof LicenseBody.Encoded
export const LicenseBody = Schema.Struct({
  ...licenseFields,
  version: TaxonomyVersion,
  published_at: Timestamp,
  _meta: ReleaseMeta
}).annotate({ identifier: "License", description: "A base license template." })

/** The body of the list of base licenses (service spec, 4.2). */
export type LicensesBody = typeof LicensesBody.Encoded
export const LicensesBody = Schema.Struct({
  version: TaxonomyVersion,
  licenses: Schema.Array(LicenseEntry),
  count: Count,
  _meta: ReleaseMeta
}).annotate({ identifier: "Licenses", description: "Base license templates, and their number." })
