/** A code as the sources write it: in quotes if YAML would not read it as text. */
export const writeCode = (code: string): string =>
  /^(?:[-+.]?\d.*|true|false|null|~)$/i.test(code) ? `"${code}"` : code
