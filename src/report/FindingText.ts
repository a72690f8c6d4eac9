import type { RelatedSpan } from "../build/diagnostics/SourceLocation.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { formatNamedChange } from "../domain/checks/semver/ChangePhrase.ts"
import type { Finding } from "../domain/diagnostic/Finding.ts"
import { formatItem } from "../domain/taxonomy/ItemRef.ts"
import type { ItemFacts } from "./ItemFacts.ts"
import { formatItemText } from "./text/ItemText.ts"

/** What is wrong, in the words of the check. */
export const messageOf = ({ context, rule }: Finding): string => getCheck(rule).message(context)

/** How to fix it. */
export const helpOf = ({ context, rule }: Finding): string => getCheck(rule).help(context)

/** The item concerned, as reports and waivers name it. */
export const subjectOf = ({ item }: Finding): string | undefined => (item === undefined ? undefined : formatItem(item))

/** The label of the item concerned, with its name. */
export const labelOf = ({ item }: Finding, { labelOf }: ItemFacts): string | undefined => {
  const label = item === undefined ? undefined : labelOf(item)
  return item === undefined || label === undefined ? undefined : formatItemText(item, label)
}

/** What is at a related location. */
export const relatedMessageOf = (related: RelatedSpan): string => {
  switch (related._tag) {
    case "Removed":
      return `the removed item in ${related.release}`
    case "NearWaiver":
      return `A waiver of this finding exists, but for version ${related.version}`
    case "FollowUp":
      return messageOf(related.finding)
    case "Change": {
      const { bump, item, kind } = related.change
      const change = formatNamedChange({ kind, item: item === undefined ? null : formatItem(item) })
      return `${change} requires a ${bump} release`
    }
  }
}
