import { makeFinding, type Finding, inWaiver } from "../Finding.ts"
import type { UsedWaiver } from "../release/Waiver.ts"
import { listSome } from "../Sentence.ts"
import { caseless } from "../taxonomy/Names.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Check } from "./Check.ts"
import { removedOutsideMajor } from "./deprecation/Removals.ts"

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

/** Found by commands, which know the authors of the sources. */
export const selfApproved: Check<
  "waiver/self-approved",
  { readonly rule: string; readonly subject: string; readonly approved_by: string; readonly author: string }
> = {
  id: "waiver/self-approved",
  title: "Waiver approved by the only author",
  level: "warning",
  stage: "release",
  explanation:
    "A waiver is an exception that somebody other than the editor has approved. Here the only author of the sources since the last release has approved it. Ask somebody else to look at it, and write the name of that person.",
  breaks: `# git log: Anna Editor
# waivers.yaml
- rule: semver/definition-changed
  subject: use_type/editorial
  version: 1.0.1
  reason: A comma was missing.
  approved_by: Anna Editor`,
  keeps: `# git log: Anna Editor
# waivers.yaml
- rule: semver/definition-changed
  subject: use_type/editorial
  version: 1.0.1
  reason: A comma was missing.
  approved_by: Maria Lindqvist`,
  message: ({ approved_by, author, rule, subject }) =>
    `The waiver of ${rule} for ${subject} is approved by ${approved_by}, and ${author} is the only author since the last release`,
  help: () => "Let somebody else approve it, and write that name under approved_by."
}

/** The waivers that the only author has approved. */
export const findSelfApproved = (
  waivers: ReadonlyArray<UsedWaiver>,
  authors: ReadonlyArray<string>
): ReadonlyArray<Finding> => {
  const [author, ...others] = new Map(authors.map((name) => [caseless(name.trim()), name.trim()])).values()
  if (author === undefined || others.length > 0) return []
  const own = waivers.filter(({ waiver }) => caseless(waiver.approved_by.trim()) === caseless(author))
  // An entry can name many items, and is approved once.
  return [...Map.groupBy(own, ({ waiver: { entry = 0 } }) => entry)].flatMap(
    ([entry, used]): ReadonlyArray<Finding> => {
      const [first] = used
      if (first === undefined) return []
      const { approved_by, rule } = first.waiver
      const subjects = used.map(({ waiver }) => waiver.subject)
      const facts = { rule, subject: listSome(subjects, maxNamed), approved_by, author }
      return [makeFinding(selfApproved, facts, { item: first.item, location: inWaiver(entry) })]
    }
  )
}

const maxNamed = 3
