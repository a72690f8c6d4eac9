import type { Version } from "../../taxonomy/Scalars.ts"
import type { Check } from "../Check.ts"
import { removedOutsideMajor } from "../deprecation/RemovedOutsideMajor.ts"

/** Found by `applyWaivers`, once the findings of all other checks are known. */
export const waiverUnused: Check<
  "waiver/unused",
  {
    readonly rule: string
    readonly subject: string
    readonly version: Version
    /** False for a check whose findings cannot be waived. */
    readonly is_waivable: boolean
    /** The rule and subject of a finding that it nearly covers. */
    readonly near: { readonly rule: string; readonly subject: string } | null
  }
> = {
  id: "waiver/unused",
  title: "Waiver without a finding",
  level: "error",
  stage: "release",
  waivable: false,
  explanation:
    "A waiver names one finding of one release, and is published with it. A waiver that matches nothing has a mistake in its rule, subject or version, or is a leftover that reads like an exception that was made. `taxonomy explain` says of each check whether it can be waived. Correct or remove it.",
  breaks: `# waivers.yaml
- rule: deprecation/removed-before-six-months
  subject: exclusive_categories/QSR_FASTFOOD   # misspelt
  version: 2.0.0
  reason: The brand was dissolved.
  approved_by: J. Doe`,
  keeps: `# waivers.yaml
- rule: deprecation/removed-before-six-months
  subject: exclusive_categories/QSR_FAST_FOOD
  version: 2.0.0
  reason: The brand was dissolved.
  approved_by: J. Doe`,
  message: ({ near, rule, subject, version }) =>
    `The waiver of ${rule} for ${subject} covers nothing in ${version}${near === null ? "" : `, but ${near.subject} breaks ${near.rule}`}`,
  help: ({ is_waivable, near, rule, subject }) => {
    if (!is_waivable)
      return rule === removedOutsideMajor.id
        ? "Remove it: whatever is valid in a major version stays valid in it, so only the next major version can remove the item."
        : `Remove it: an exception from ${rule} is not possible.`
    if (near === null) return "Remove it."
    const corrections = [
      ...(near.rule === rule ? [] : [`rule: ${near.rule}`]),
      ...(near.subject === subject ? [] : [`subject: ${near.subject}`])
    ]
    return `Write ${corrections.join(" and ")} if that is what was approved, else remove it.`
  }
}
