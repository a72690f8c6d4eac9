import { conflictRuleRef, dimensionRef, licenseRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Catalog } from "../model/Catalog.ts"
import { findTexts } from "../model/FindTexts.ts"
import { refOf } from "../model/ItemAddress.ts"
import type { Release } from "../model/Release.ts"

/** The item that a report names: one of the working tree, otherwise one that a release has or had. */
export const findSubject = (catalog: Catalog, draft: Release | undefined, subject: string): ItemRef | undefined => {
  const drafted = draft && candidatesFor(subject).find((item) => findTexts(draft.taxonomy, item) !== undefined)
  const entry = catalog.itemOf.get(subject)
  return drafted ?? (entry && refOf(entry))
}

/** The items that a name can mean. */
const candidatesFor = (subject: string): ReadonlyArray<ItemRef> => {
  const [first = "", second] = subject.split("/")
  if (second === undefined) return [dimensionRef(first), licenseRef(first)]
  return [valueRef(first, second), ...(first === "rules" ? [conflictRuleRef(second)] : [])]
}
