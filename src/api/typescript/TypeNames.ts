/**
 * The name of the type of a dimension's values: `UseTypeValue` for `use_type`. Different dimensions have different names,
 * and the name of a dimension alone decides, so that it stays when others come or go. Nothing else in a module ends in
 * `Value`.
 */
export const valueTypeName = (dimension: string): string => `${toPascalCase(dimension)}Value`

/** The name of a property, quoted if it is not an identifier. */
export const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : stringLiteral(name))

/** A text as a string literal, without characters that end or turn a line. */
export const stringLiteral = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u{7F}-\u{9F}\u{2028}\u{2029}\p{Bidi_Control}]/gu,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, "0")
  )

// An underscore disappears only before a letter, which becomes a capital: `a_1` and `a1` stay apart. Nothing else makes
// capitals or dollar signs.
const toPascalCase = (name: string): string =>
  name
    .replaceAll(/^\d|[^a-z0-9_]/gu, (character) => `$${character.codePointAt(0)?.toString(16)}$`)
    .replaceAll(/^[a-z]|(?<!^)_[a-z]/g, (start) => start.slice(-1).toUpperCase())
