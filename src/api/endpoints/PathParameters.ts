import * as Schema from "effect/Schema"
import { Code } from "../../domain/taxonomy/Scalars.ts"
import { ApiVersion } from "../parameters/TaxonomyVersion.ts"

export const api_version = ApiVersion.annotate({
  description: "The version of the API. It serves the taxonomy releases of the same major version.",
  examples: ["v1"]
})

// OpenAPI takes over Unicode-aware patterns only, so the pattern of codes is repeated.
export const license_code = Code.check(
  Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u),
  Schema.isMaxLength(64)
).annotate({
  description: "The code of a base license.",
  examples: ["SAMPLE-PODCAST"]
})
