/** Codes that differ only in case are one code, as they would be on file systems and in people's mail. */
export const caseless = (code: string): string => code.toLowerCase()

/** Compares by UTF-16 code units, so that an order never depends on a machine's locale. */
export const byCodeUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
