// FROZEN: part of published event schemas. Never edited; a new schema version gets new files.
import * as Schema from "effect/Schema"

/** The first 12 characters of an API key (service spec, 5.2). */
export const KeyIdentifier1 = Schema.String.check(Schema.isPattern(/^nil_[0-9A-Za-z]{8}$/u))
