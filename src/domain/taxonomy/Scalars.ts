import * as Schema from "effect/Schema"
import { codePattern, dashedNamePattern, dimensionNamePattern, reservedNames } from "./Names.ts"

/** A whole number that every language can represent. */
export const Count = Schema.Number.annotate({ format: "int64" }).check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0))

/** The name of a dimension; also its file's name. `version` and `envelope` are query parameters of the API. */
export const DimensionName = Schema.String.check(
  Schema.isPattern(dimensionNamePattern, {
    expected: "a dimension name: lower-case letters, digits and _, beginning with a letter, at most 64 characters",
    hint: "Write a name such as use_type.",
    form: "dimension-name"
  }),
  Schema.makeFilter((name: string) => !reservedNames.has(name), {
    expected: `a dimension name that the API does not reserve (${[...reservedNames].join(", ")})`,
    hint: "Choose another name for the dimension.",
    toJsonSchema: () => ({ not: { enum: [...reservedNames] } })
  })
)

/** The code of a value or of a base license. Unique in its collection, also when case is ignored. */
export const Code = Schema.String.check(
  Schema.isPattern(codePattern, {
    expected: "a code: letters, digits and . _ + -, beginning with a letter or digit, at most 64 characters",
    hint: "Write a code such as QSR_FAST_FOOD.",
    form: "code"
  })
)

/** The id of a conflict rule; also its file's name. */
export const ConflictRuleId = Schema.String.check(
  Schema.isPattern(dashedNamePattern, {
    expected: "a rule id: lower-case letters, digits and -, beginning with a letter, at most 64 characters",
    hint: "Write an id such as global-or-countries.",
    form: "dashed-name"
  })
)

export const Namespace = Schema.String.check(
  Schema.isPattern(dashedNamePattern, {
    expected: "a namespace: lower-case letters, digits and -, beginning with a letter, at most 64 characters",
    hint: "Write a namespace such as nil-licensing.",
    form: "dashed-name"
  })
)

/**
 * The IRI with which the IRIs of all items begin (RFC 3987). It has one spelling, since programs compare IRIs character
 * by character: ASCII, a host in lower case, escapes in upper case, and no dot segments, user or query.
 */
export const BaseIri = Schema.String.check(
  Schema.isPattern(
    /^(?=.{1,255}$)(?!.*\/\.\.?(?:[/#]|$))https?:\/\/[a-z0-9]+(?:[.-]+[a-z0-9]+)*(?::[1-9][0-9]{0,4})?\/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*[/#])?$/u,
    {
      expected:
        "an IRI that begins with https:// or http:// and a host in lower case, holds no space or query, and ends in / or #",
      hint: "Write an IRI such as https://vocabulary.example/nil-licensing/."
    }
  )
)

// Control characters would break a terminal or a header; a lone surrogate has no UTF-8 form, so no digest either.
const printable = /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u

/** What people read: not empty, no control characters but line breaks and tabs, well-formed Unicode. */
export const Text = Schema.String.check(
  // What is empty breaks the last rule too, and one of the two is enough to say.
  Schema.isNonEmpty({ expected: "text", hint: "Write the text." }).abort(),
  Schema.isPattern(printable, {
    expected: "text without control characters or broken Unicode",
    hint: "Remove the character, often one that came along when the text was pasted."
  }),
  Schema.isPattern(/\S/u, { expected: "text that is more than white space", hint: "Write the text." })
)

/** What the codes of a dimension do to a license. */
export type Role = typeof Role.Type
export const Role = Schema.Literals(["scope", "permission", "limit", "duty", "exclusivity", "description"])

/** What a license says by leaving a dimension, or a flag, out. */
export const Silence = Schema.Literals(["nothing", "everything", "open"])

/** A day in UTC, `YYYY-MM-DD`. */
export const Day = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u, {
    expected: "a day such as 2027-05-21",
    hint: "Write the year, the month and the day: 2027-05-21. Put it in quotes if a program removes the hyphens."
  })
)

/** The address of a web page. */
const WebAddress = Schema.String.check(
  Schema.isPattern(/^https?:[/]{2}[^\s/?#]+\S{0,2000}$/u, {
    expected: "an address that begins with https:// or http:// and holds no space",
    hint: "Write an address such as https://www.ecfr.gov/current/title-16/section-255.5."
  })
)

/** A source that people can look up. One without an address is a book or a document. */
export const Citation = Schema.Struct({
  title: Text.annotateKey({ description: "What is cited." }),
  url: Schema.optionalKey(WebAddress).annotateKey({ description: "Its address." })
}).annotate({ identifier: "Citation", description: "A source that people can look up." })

/** The full version of a release, `MAJOR.MINOR.PATCH`, with no pre-release and no build (service spec, 9.1). */
export type Version = typeof Version.Type
export const Version = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/u, {
    expected: "a version such as 1.4.0: three numbers, no v, no pre-release",
    hint: "Write three numbers, such as 1.4.0.",
    form: "version"
  })
).pipe(Schema.brand("Version"))

/** From the smallest to the largest. */
export type Bump = typeof Bump.Type
export const Bump = Schema.Literals(["patch", "minor", "major"])

/** How a config sets a dimension: a list of codes, one code, a territory, or an object of booleans. */
export type Shape = typeof Shape.Type
export const Shape = Schema.Literals(["single", "multiple", "territory", "flags"])
