/**
 * Protects a cell from being run as a formula: spreadsheets run what begins with one of these characters, also after
 * spaces and in full width. An apostrophe in front makes it text. A text that would read like a protected one gets an
 * apostrophe too, so that `unguardFormula` restores every text exactly.
 */
export const guardFormula = (text: string): string => (guarded.test(text) ? `'${text}` : text)

/** Restores the text of a cell. A formula without an apostrophe, as a person may have written it, stays what it is. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && guarded.test(cell) ? cell.slice(1) : cell

// OWASP, "CSV Injection". Spreadsheets ignore spaces in front of a formula.
const guarded = /^'*\s*[=+\-@＝＋－＠\t\r\n]/u
