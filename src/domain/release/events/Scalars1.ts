// Part of published event schemas: the corpus in test/corpus pins what they read and write.
import * as Schema from "effect/Schema"

export const Version1 = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/u)
).pipe(Schema.brand("Version"))

export const Digest1 = Schema.String.check(Schema.isPattern(/^sha256:[0-9a-f]{64}$/u))

export const Bump1 = Schema.Literals(["patch", "minor", "major"])

/** The name of a dimension. */
export const DimensionName1 = Schema.String.check(Schema.isPattern(/^(?!(?:version|envelope)$)[a-z][a-z0-9_]{0,63}$/u))

/** The code of a value or of a license. */
export const Code1 = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u))

/** The id of a conflict rule. */
export const RuleId1 = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,63}$/u))

/** A text for people: not blank, without control characters but line breaks and tabs, well-formed Unicode. */
export const Text1 = Schema.String.check(Schema.isPattern(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u), Schema.isPattern(/\S/u))
