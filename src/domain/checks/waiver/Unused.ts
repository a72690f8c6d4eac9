import type { Version } from "../../taxonomy/Version.ts"
import type { Check } from "../Check.ts"

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
    "A waiver names one finding of one release, and is published with it. A waiver that matches nothing has a mistake in its rule, subject or version, or is a leftover that reads like an exception that was made. Only errors of deprecation and code/reused can be waived. Correct or remove it.",
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
    if (near === null) return is_waivable ? "Remove it." : `Remove it: an exception from ${rule} is not possible.`
    const corrections = [
      ...(near.rule === rule ? [] : [`rule: ${near.rule}`]),
      ...(near.subject === subject ? [] : [`subject: ${near.subject}`])
    ]
    return `Write ${corrections.join(" and ")} if that is what was approved, else remove it.`
  }
}
