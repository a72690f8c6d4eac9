/** A text of an editor, such as a reason, with the full stop that it may lack. */
export const asSentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** A name with its label in front, if it has one: `Connected TV (CTV)`. */
export const labeled = (name: string, label: string | undefined): string =>
  label === undefined || label === name ? name : `${label} (${name})`

/** Lists names: `A`, `A and B`, `A, B and C`. Intl.ListFormat does the same, and takes 15 ms to load. */
export const listNames = (names: ReadonlyArray<string>, conjunction: "and" | "or" = "and"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}`

/** Lists the first names and counts the others: `A, B and 3 more`. */
export const listSome = (names: ReadonlyArray<string>, max: number): string =>
  names.length <= max ? listNames(names) : `${names.slice(0, max).join(", ")} and ${names.length - max} more`
