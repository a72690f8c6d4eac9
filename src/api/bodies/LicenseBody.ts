import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Count } from "../../domain/taxonomy/Scalars.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { ReleaseMeta } from "./BodyParts.ts"
import { bodyFields } from "./ItemFields.ts"

const licenseFields = bodyFields(vocabulary.license)

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
