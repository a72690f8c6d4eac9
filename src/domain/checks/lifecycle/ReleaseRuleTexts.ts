import type { Rule } from "../Check.ts"

/** On which line a release is made, when, and with which exceptions. */
export const releaseRules = [
  {
    id: "lifecycle/end-of-life",
    title: "A release is made on a major version that has ended",
    level: "error",
    breaks: `$ npx taxonomy end-of-life v1 --date 2027-01-01 --reason "Replaced by v2"
# taxonomy.yaml
version: 1.4.0`,
    keeps: `$ npx taxonomy end-of-life v1 --date 2027-01-01 --reason "Replaced by v2"
# taxonomy.yaml
version: 2.1.0`,
    explanation:
      "An ended major version is still served, but its users were told that nothing more will come on it. Make the release on a major version that goes on.",
    waivable: false
  },
  {
    id: "lifecycle/older-line-adds",
    title: "An older line adds what the newest does not have",
    level: "error",
    breaks: `# 2.0.0 is published, without the value podcast
# 1.4.0 adds use_type/podcast`,
    keeps: `# 2.1.0 adds use_type/podcast
# 1.4.0 adds use_type/podcast with the same definition`,
    explanation:
      "Upgrading to a newer major version must not lose what an older one offers. What is added on an older line therefore has to be in the newest major first, with an equal definition. Release it there, then here.",
    waivable: false
  },
  {
    id: "date/before-base",
    title: "The release is dated before its base",
    level: "error",
    breaks: `# 1.1.0 was published at 2026-03-01T10:00:00Z
$ SOURCE_DATE_EPOCH=1767225600 npx build-release   # 2026-01-01, as 1.2.0`,
    keeps: `# 1.1.0 was published at 2026-03-01T10:00:00Z
$ npx build-release   # as 1.2.0, of a commit made later`,
    explanation:
      "Deprecation periods are counted from the dates of releases, so a release cannot be older than the one it builds on. The date is that of the source commit, unless SOURCE_DATE_EPOCH says otherwise. Correct the clock and commit again, or correct SOURCE_DATE_EPOCH.",
    waivable: false
  },
  {
    id: "date/in-future",
    title: "The release is dated in the future",
    level: "error",
    breaks: "A commit of 2027-01-01, built on 2026-06-01",
    keeps: "A commit of 2026-06-01, built on 2026-06-01",
    explanation:
      "A date that has not come yet would start deprecation periods too late, or end them too early. Five minutes are tolerated, for clocks differ. The date is that of the source commit, unless SOURCE_DATE_EPOCH says otherwise. Correct the clock of the machine that made the commit and commit again.",
    waivable: false
  },
  {
    id: "date/backdated",
    title: "The release is dated more than a day ago",
    level: "warning",
    breaks: "A commit of 2026-05-01, built on 2026-06-01",
    keeps: "A commit of 2026-06-01, built on 2026-06-01",
    explanation:
      "Deprecation periods begin with a release's date, yet nobody could read the release before it was published. A commit that waited longer than 24 hours shortens the time that users have. Make a new commit if deprecations depend on it; otherwise nothing is to be done.",
    waivable: false
  },
  {
    id: "waiver/unused",
    title: "A waiver of this version waives nothing",
    level: "error",
    breaks: `# waivers.yaml
- rule: deprecation/removed-before-six-months
  subject: exclusive_categories/QSR_FASTFOOD   # there is no such value
  version: 2.0.0
  reason: The brand was dissolved.
  approved_by: J. Doe`,
    keeps: `# waivers.yaml
- rule: deprecation/removed-before-six-months
  subject: exclusive_categories/QSR_FAST_FOOD
  version: 2.0.0
  reason: The brand was dissolved.
  approved_by: J. Doe`,
    explanation:
      "A waiver names one finding of one release, and is published with it. One that matches nothing is a slip in the rule, the subject or the version, or a leftover that would read like an exception that was made. Only errors of deprecation and code/reused can be waived. Correct it or remove it.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>
