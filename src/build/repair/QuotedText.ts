/** The text in quotes that it does not contain. */
export const quoteText = (text: string): string =>
  /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
