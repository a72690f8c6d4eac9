/** Common codes of countries, in lower case, that differ from their ISO 3166-1 alpha-2 code. */
export const countryAliases: ReadonlyMap<string, string> = new Map([
  ["uk", "GB"],
  ["usa", "US"],
  ["el", "GR"]
])
