import * as Schema from "effect/Schema"

/** A SHA-256 digest as ledgers and manifests write it. */
export type Digest = typeof Digest.Type
export const Digest = Schema.String.check(Schema.isPattern(/^sha256:[0-9a-f]{64}$/u))
