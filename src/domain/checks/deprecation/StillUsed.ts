import { makeFinding, inItem } from "../../Finding.ts"
import { formatItem, licenseRef } from "../../taxonomy/ItemRef.ts"
import { otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { deprecatedUses, formatInstead, type Instead } from "./facts/DeprecatedUses.ts"

export const stillUsed: Check<"deprecation/still-used", Instead & { readonly item: string }> = {
  id: "deprecation/still-used",
  title: "Continued use of a deprecated item",
  level: "warning",
  stage: "release",
  waivable: false,
  followsFrom: [otherSources],
  hasOneCause: true,
  explanation:
    "A base license keeps a deprecated item in its config. That is valid as long as the item exists, but the license has to change before the item can be removed, and that change requires a major release. Plan it together with the removal.",
  breaks: `# licenses/QSR-MENU.yaml
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated in this release`,
  keeps: `# licenses/QSR-MENU.yaml
config:
  exclusive_categories: [QSR]`,
  message: ({ item }) => `The license still uses ${item}, which is deprecated`,
  help: (instead) => `${formatInstead(instead)} Changing the config of a license requires a major release.`,
  run: (proposal) =>
    deprecatedUses(proposal)
      // A license that is deprecated itself does not need to change.
      .filter(({ isNew, license }) => !isNew && license.deprecated === undefined)
      .map(({ instead, license: { code }, path, used }) => {
        const item = licenseRef(code)
        const facts = { item: formatItem(used.item), ...instead }
        return makeFinding(stillUsed, facts, { item, location: inItem(item, "config", ...path) })
      })
}
