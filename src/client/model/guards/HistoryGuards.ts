import { guardDeprecation, guardReplacement, guardTranslations, listMembers } from "./CommonGuards.ts"
import { guardCount, guardList, guardLiteral, guardMembers, guardRecord, guardText, type Guard } from "./Guard.ts"

/** Guards the body of the list of releases. */
export const guardReleases: Guard = (value) =>
  guardMembers(value, { ...listMembers, releases: (releases) => guardList(releases, guardRelease) })

/** Guards the body of the list of items. */
export const guardItems: Guard = (value) =>
  guardMembers(value, { ...listMembers, items: (items) => guardList(items, guardItem) })

const guardRelease: Guard = (value) =>
  guardMembers(
    value,
    {
      version: guardText,
      release: guardText,
      published_at: guardText,
      bump: (bump) => guardLiteral(bump, ["major", "minor", "patch", null]),
      base: guardTextOrNull,
      api_version: guardTextOrNull,
      // A newer service may have more statuses, and more kinds of items.
      status: guardText,
      changes: (changes) => guardRecord(changes, guardCount),
      waivers: (waivers) => guardList(waivers, guardWaiver)
    },
    { withdrawn: guardDateAndReason, end_of_life: guardDateAndReason }
  )

const guardTextOrNull: Guard = (value) => (value === null ? undefined : guardText(value))

const guardDateAndReason: Guard = (value) => guardMembers(value, { date: guardText, reason: guardText })

const guardWaiver: Guard = (value) =>
  guardMembers(value, { rule: guardText, subject: guardText, reason: guardText, approved_by: guardText })

const guardItem: Guard = (value) =>
  guardMembers(
    value,
    {
      item: guardText,
      kind: guardText,
      label: guardText,
      added_in: guardText
    },
    {
      translations: guardTranslations,
      deprecated_in: guardText,
      removed_in: guardText,
      removed_on: guardText,
      last_in: guardText,
      replacement: guardReplacement,
      reason: guardText,
      deprecation: guardDeprecation
    }
  )
