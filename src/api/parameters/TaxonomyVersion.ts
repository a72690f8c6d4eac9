import * as Schema from "effect/Schema"
import { apiVersionPattern, versionSelectorPattern } from "./ParameterPatterns.ts"

/** The version of a taxonomy as responses show it: `v1.0` (service spec, 9.1). */
export const TaxonomyVersion = Schema.String.check(
  Schema.isPattern(/^v(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/u, { expected: "a taxonomy version such as v1.0" })
)

/** The version of the API, a path segment such as `v1` (service spec, 9.2). */
export const ApiVersion = Schema.String.check(
  Schema.isPattern(apiVersionPattern, { expected: "an API version such as v1" }),
  Schema.isMaxLength(10)
)

/**
 * Selects a release: `latest`, a major such as `v1`, a minor such as `v1.0`, or one release such as `v1.0.0`; the `v` is
 * optional. The client library takes the same values (service spec, 9.9).
 */
export const VersionSelector = Schema.String.check(
  Schema.isPattern(versionSelectorPattern, {
    expected: "latest, or a version such as v1, v1.0 or v1.0.0"
  }),
  Schema.isMaxLength(32)
)
