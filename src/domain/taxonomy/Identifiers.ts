import * as Schema from "effect/Schema"

const reservedNames: ReadonlySet<string> = new Set(["version", "envelope"])

/** The name of a dimension; also its file's name. `version` and `envelope` are query parameters of the API. */
export const DimensionName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,63}$/u, {
    expected: "a dimension name: lower-case letters, digits and _, beginning with a letter, at most 64 characters",
    hint: "Write a name such as use_type."
  }),
  Schema.makeFilter((name: string) => !reservedNames.has(name), {
    expected: `a dimension name that the API does not reserve (${[...reservedNames].join(", ")})`,
    hint: "Choose another name for the dimension.",
    toJsonSchema: () => ({ not: { enum: [...reservedNames] } })
  })
)

/** The code of a value or of a base license. Unique in its collection, also when case is ignored. */
export const Code = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u, {
    expected: "a code: letters, digits and . _ + -, beginning with a letter or digit, at most 64 characters",
    hint: "Write a code such as QSR_FAST_FOOD."
  })
)

/** The id of a conflict rule; also its file's name. */
export const ConflictRuleId = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9-]{0,63}$/u, {
    expected: "a rule id: lower-case letters, digits and -, beginning with a letter, at most 64 characters",
    hint: "Write an id such as global-or-countries."
  })
)

export const Namespace = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9-]{0,63}$/u, {
    expected: "a namespace: lower-case letters, digits and -, beginning with a letter, at most 64 characters",
    hint: "Write a namespace such as nil-licensing."
  })
)

/** Codes that differ only in case are one code, as they would be on file systems and in people's mail. */
export const caseless = (code: string): string => code.toLowerCase()

/** Names that Windows reserves in every folder and with every extension, so that a checkout there would fail. */
export const isDeviceName = (name: string): boolean => /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i.test(name)

/** Compares by UTF-16 code units, so that an order never depends on a machine's locale. */
export const byCodeUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
