/** An address of each page, over the history that `RichHistory.ts` makes, and what its heading says. */
export const everyPage: ReadonlyArray<{ readonly hash: string; readonly heading: string | RegExp }> = [
  { hash: "#/v2.2.1/search?q=use", heading: "use" },
  { hash: "#/v2.2.1/search?q=nothing-like-this", heading: "nothing" },
  { hash: "#/v2.2.1", heading: "Image licensing" },
  { hash: "#/v2.2.1/dimensions", heading: "Dimensions" },
  { hash: "#/v2.2.1/dimensions/use_type", heading: "Use type" },
  { hash: "#/v2.2.1/dimensions/territory", heading: "Territory" },
  { hash: "#/v2.2.1/dimensions/use_type/HOSTILE", heading: "onerror" },
  { hash: "#/v2.2.1/dimensions/use_type/GAMES", heading: "Video games" },
  { hash: "#/v2.2.1/dimensions/use_type/ADVERTISING?language=fr", heading: "Publicit" },
  { hash: "#/v2.2.1/dimensions/use_type/TAPES", heading: "Tapes" },
  { hash: "#/v2.2.1/dimensions/use_type/NOTHING", heading: "not found" },
  { hash: "#/v2.2.1/licenses", heading: "Licenses" },
  { hash: "#/v2.2.1/licenses/SCHOOL", heading: "School license" },
  { hash: "#/v2.2.1/rules", heading: "Rules" },
  { hash: "#/v2.2.1/rules/avatar-not-replica", heading: "avatar" },
  { hash: "#/v1.3.0/dimensions/use_type/TAPES", heading: "Tapes" },
  { hash: "#/v2.2.1/removed", heading: "Removed items" },
  { hash: "#/v2.2.1/matrix?filter=use_type/EDITORIAL&sort=-code&select=SCHOOL", heading: "Compare licenses" },
  { hash: "#/v2.2.1/matrix/SCHOOL/NEWS", heading: "School license and" },
  { hash: "#/v2.2.0/dimensions/use_type/PODCASTS", heading: "Mistake" },
  { hash: "#/latest/releases", heading: "Releases" },
  { hash: "#/v2.2.1/compare/v1.0.0", heading: "Changes from 1.0.0 to 2.2.1" },
  { hash: "#/v1.3.0/compare/v2.0.0", heading: "Changes from 2.0.0 to 1.3.0" },
  { hash: "#/v1.0.0/compare", heading: "Changes of 1.0.0" },
  { hash: "#/draft/compare/v2.2.1", heading: "Changes from 2.2.1 to the draft" },
  { hash: "#/draft/check", heading: "Draft" },
  {
    hash: "#/v2.2.1/playground?config=%7B%22use_type%22%3A%5B%22TAPES%22%2C%22EDITORIAL%22%5D%2C%22exclusivity%22%3A%22SOLE%22%7D",
    heading: "Try terms"
  },
  { hash: "#/v9.9.9", heading: "not found" }
]
