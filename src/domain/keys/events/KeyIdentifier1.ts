// Part of published event schemas: the corpus in test/corpus pins what they read and write.
import * as Schema from "effect/Schema"

/** The first 12 characters of an API key (service spec, 5.2). */
export const KeyIdentifier1 = Schema.String.check(Schema.isPattern(/^nil_[0-9A-Za-z]{8}$/u))
