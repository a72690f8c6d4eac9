/** The pattern of the code of a value or of a base license. */
export const codePattern = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u

/** The pattern of the name of a dimension. */
export const dimensionNamePattern = /^[a-z][a-z0-9_]{0,63}$/u

/** The pattern of the id of a conflict rule, and of a namespace. */
export const dashedNamePattern = /^[a-z][a-z0-9-]{0,63}$/u

/** The query parameters beside the filters of licenses, which have the names of dimensions. */
export const reservedNames: ReadonlySet<string> = new Set(["version", "as_of", "envelope"])

/** What a value reserves that reserves all that a license grants. */
export const everything = "everything"

export const isCode = (value: unknown): value is string => typeof value === "string" && codePattern.test(value)

export const isDimensionName = (name: string): boolean => dimensionNamePattern.test(name) && !reservedNames.has(name)

/** Names that Windows reserves in every folder and with every extension, so that a checkout there would fail. */
export const isDeviceName = (name: string): boolean => /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i.test(name)

/** Codes that differ only in case are one code, as they would be on file systems and in people's mail. */
export const caseless = (code: string): string => code.toLowerCase()

/** Compares by UTF-16 code units, so that an order never depends on a machine's locale. */
export const byCodeUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
