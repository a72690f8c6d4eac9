import type { Rule } from "../Check.ts"

/** How an item leaves the vocabulary, and what must not come back or change under its users (service spec, 3). */
export const deprecationRules = [
  {
    id: "deprecation/removed-without-deprecation",
    title: "An item is removed that was never deprecated",
    level: "error",
    breaks: `# 1.3.0 has QSR_FAST_FOOD, not deprecated
# 2.0.0 does not have it`,
    keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 2.0.0 does not have it`,
    explanation:
      "Contracts name the codes of this vocabulary, and a deprecation is how their parties learn that one is about to go. Put the item back, give it deprecated with a replacement or a reason, release that, and remove it when its time has come. A rename is a removal and an addition, so it takes the same way.",
    waivable: true
  },
  {
    id: "deprecation/removed-outside-major",
    title: "An item is removed in a minor or patch release",
    level: "error",
    breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.4.0 does not have it`,
    keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 2.0.0 does not have it`,
    explanation:
      "Within a major version what was valid stays valid, which is why clients follow v1 without looking. A removal can make a license invalid, so it needs the next major version, a later one than the release that deprecated the item. Declare that version, or put the item back.",
    waivable: true
  },
  {
    id: "deprecation/removed-before-minor-releases",
    title: "An item is removed before two more releases came between",
    level: "error",
    breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 2.0.0 does not have it`,
    keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0 does not have it`,
    explanation:
      "Between the release that deprecates an item and the one that removes it lie at least two releases with a new major or minor number, so that those who upgrade step by step meet the warning on the way. Patch releases do not count, nor do releases of another line. This clock and the six months must both have run; the finding says at which version the item may go. Put it back until then.",
    waivable: true
  },
  {
    id: "deprecation/removed-before-six-months",
    title: "An item is removed within six months of its deprecation",
    level: "error",
    breaks: `# 1.1.0 of 2026-01-15 deprecates QSR_FAST_FOOD
# 2.0.0 of 2026-07-14 does not have it`,
    keeps: `# 1.1.0 of 2026-01-15 deprecates QSR_FAST_FOOD
# 2.0.0 of 2026-07-15 does not have it`,
    explanation:
      "Six calendar months in UTC have to pass from the day of the release that deprecated an item, the same day of the month included; a day that the month does not have becomes its last. Contracts are renewed more slowly than releases are made. This clock and the two releases must both have run; the finding says from which date the item may go. Put it back until then.",
    waivable: true
  },
  {
    id: "deprecation/replacement-deprecated",
    title: "A deprecated item is replaced by one that is deprecated itself",
    level: "error",
    breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR_FAST_FOOD] }
  - code: QSR_FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
    keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }
  - code: QSR_FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
    explanation:
      "A replacement is where users are sent to stay. One that is itself on its way out makes them move twice. Name the item that stands at the end of the chain, or give a reason where there is none.",
    waivable: true
  },
  {
    id: "deprecation/replacement-cycle",
    title: "Replacements lead back to where they began",
    level: "error",
    breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
    deprecated: { replaced_by: [FAST_FOOD] }
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
    keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
    explanation:
      "Whoever follows the replacements of these items never arrives at one that stays. Decide which of them it is and remove its deprecation, or name another replacement.",
    waivable: true
  },
  {
    id: "deprecation/new-use",
    title: "A license begins to use what is deprecated",
    level: "error",
    breaks: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated`,
    keeps: `# licenses/NEW.yaml, not in the release before
config:
  exclusive_categories: [QSR]`,
    explanation:
      "A license that did not use the item in the release before, be it a new one or an old one that was changed, would have to change again when the item goes, and it invites new contracts to use it. Use the replacement that the finding names.",
    waivable: true
  },
  {
    id: "deprecation/still-used",
    title: "A license still uses what is deprecated",
    level: "warning",
    breaks: `# licenses/QSR-MENU.yaml
config:
  exclusive_categories: [QSR_FAST_FOOD]   # deprecated in this release`,
    keeps: `# licenses/QSR-MENU.yaml
config:
  exclusive_categories: [QSR]`,
    explanation:
      "A base license keeps a deprecated item in its config. That is valid for as long as the item is there, but the license has to change before it can go, and such a change is a major one. Plan it together with the removal.",
    waivable: false
  },
  {
    id: "code/reused",
    title: "A removed code comes back",
    level: "error",
    breaks: `# 2.0.0 removed QSR_FAST_FOOD
# 2.1.0 adds qsr_fast_food`,
    keeps: `# 2.0.0 removed QSR_FAST_FOOD
# 2.1.0 adds QSR_COUNTER_SERVICE`,
    explanation:
      "Old contracts still hold a code that was removed, and would suddenly mean whatever it means now. Removed codes are kept for good, over all versions and ignoring case. Choose another code. Where the very same item is meant to return, a waiver with a reason says so to everyone.",
    waivable: true
  },
  {
    id: "text/looks-redefined",
    title: "A text edit looks like another meaning",
    level: "warning",
    breaks: `# 1.1.0
- code: CLOUD
  label: Amazon Web Services
# 1.1.1
- code: CLOUD
  label: Microsoft Azure`,
    keeps: `# 1.1.0
- code: CLOUD
  label: Amazon Web Services
# 1.1.1
- code: CLOUD
  label: Amazon Web Services (AWS)`,
    explanation:
      "Labels and descriptions may be corrected in a patch release because they do not change what a code means. This edit keeps so little of the old text that it may well do so. If the meaning stays, nothing is to be done. If it changes, say so in definition, which needs a major version, or add a code of its own and deprecate this one.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>
