/** Other codes and names of countries, in lower case, by their ISO 3166-1 alpha-2 code. */
const aliases = {
  AE: "uae, emirates",
  AT: "aut",
  AU: "aus",
  BN: "brunei",
  BO: "bolivia",
  BR: "bra",
  BS: "the bahamas",
  CA: "can",
  CD: "drc, zaire",
  CH: "che, sui",
  CI: "ivory coast, cote d'ivoire",
  CN: "prc, chn",
  CV: "cape verde",
  CZ: "czech republic",
  DE: "deutschland, deu, ger",
  DK: "dnk",
  ES: "españa, esp",
  FI: "fin",
  FR: "fra",
  GB: "uk, u.k., united kingdom, gbr",
  GM: "the gambia",
  GR: "el",
  HK: "hongkong",
  IE: "eire, republic of ireland, irl",
  IR: "iran, persia",
  IT: "ita",
  JP: "jpn",
  KP: "dprk, north korea",
  KR: "rok, south korea",
  LA: "laos",
  LK: "ceylon",
  MD: "moldova",
  MK: "north macedonia, macedonia",
  MM: "burma",
  MO: "macau",
  MX: "mex",
  NL: "the netherlands, nld, ned",
  NO: "nor",
  PH: "the philippines",
  PL: "pol",
  PS: "palestine",
  PT: "prt",
  RU: "russia",
  SA: "ksa",
  SE: "swe",
  SY: "syria",
  SZ: "swaziland, eswatini",
  TH: "siam",
  TL: "east timor",
  TR: "turkey, türkiye",
  TW: "taiwan",
  TZ: "tanzania",
  US: "usa, u.s., u.s.a., united states, the united states",
  VA: "vatican city, vatican",
  VE: "venezuela",
  VN: "vietnam"
}

/**
 * The ISO 3166-1 alpha-2 code by other codes and names in lower case. Each names the whole country: parts of it and groups
 * of countries are another extent.
 */
export const countryAliases: ReadonlyMap<string, string> = new Map(
  Object.entries(aliases).flatMap(([code, names]) => names.split(", ").map((name) => [name, code]))
)

/**
 * Names in lower case that people search for, with a country that they may mean: they also name a part of it, or another
 * country. They suggest a code, and never stand for it.
 */
export const looseCountryNames: ReadonlyMap<string, string> = new Map([
  ["america", "US"],
  ["britain", "GB"],
  ["great britain", "GB"],
  ["england", "GB"],
  ["scotland", "GB"],
  ["wales", "GB"],
  ["northern ireland", "GB"],
  ["holland", "NL"],
  ["korea", "KR"]
])
