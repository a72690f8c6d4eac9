import { makeFinding, inItem } from "../../Finding.ts"
import { formatItem, licenseRef, toItemId } from "../../taxonomy/ItemRef.ts"
import { misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { deprecatedUses, formatInstead, type Instead } from "./facts/DeprecatedUses.ts"

export const newUse: Check<"deprecation/new-use", Instead & { readonly item: string }> = {
  id: "deprecation/new-use",
  title: "New use of a deprecated item",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [
    otherSources,
    misspeltWaiver,
    { checks: ["deprecation/replacement-deprecated", "deprecation/replacement-cycle"], scope: "item" }
  ],
  explanation:
    "A license that did not use the item in the base release, whether it is new or was changed, would have to change again when the item is removed, and invites new contracts to use it. Use the replacement that the finding names.",
  breaks: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated`,
  keeps: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR]`,
  message: ({ item }) => `The license starts to use ${item}, which is deprecated`,
  help: formatInstead,
  run: (proposal) =>
    deprecatedUses(proposal)
      .filter(({ isNew }) => isNew)
      .map(({ instead, license: { code }, path, used }) => {
        const item = licenseRef(code)
        const facts = { item: formatItem(used.item), ...instead }
        const links = { causes: [toItemId(used.item)] }
        return makeFinding(newUse, facts, { item, location: inItem(item, "config", ...path), links })
      })
}
