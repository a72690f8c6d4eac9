import { makeFinding } from "../../diagnostic/Finding.ts"
import { inItem } from "../../diagnostic/Location.ts"
import { formatItem, licenseRef } from "../../taxonomy/ItemRef.ts"
import type { Check } from "../Check.ts"
import { deprecatedUses, formatInstead, insteadOf, type Instead } from "./DeprecatedUses.ts"

export const newUse: Check<"deprecation/new-use", Instead & { readonly license: string; readonly item: string }> = {
  id: "deprecation/new-use",
  title: "New use of a deprecated item",
  level: "error",
  stage: "release",
  waivable: true,
  explanation:
    "A license that did not use the item in the base release, whether it is new or was changed, would have to change again when the item is removed, and invites new contracts to use it. Use the replacement that the finding names.",
  breaks: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated`,
  keeps: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR]`,
  message: ({ item, license }) => `${license} starts to use ${item}, which is deprecated`,
  help: formatInstead,
  run: (proposal) =>
    deprecatedUses(proposal)
      .filter(({ isNew }) => isNew)
      .map(({ license: { code }, path, used }) => {
        const item = licenseRef(code)
        const facts = { license: code, item: formatItem(used.item), ...insteadOf(used) }
        return makeFinding(newUse, facts, { item, location: inItem(item, "config", ...path) })
      })
}
