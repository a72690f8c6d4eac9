import { makeFinding, inHeader } from "../../Finding.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import type { Check } from "../Check.ts"
import { secondsSinceDate } from "./ReleaseAge.ts"

export const backdated: Check<"date/backdated", { readonly date: Timestamp; readonly now: Timestamp }> = {
  id: "date/backdated",
  title: "Release dated more than a day ago",
  level: "warning",
  stage: "release",
  waivable: false,
  explanation:
    "Grace periods begin with the date of a release, but nobody could read the release before it was published. A commit that waited more than 24 hours shortens the time that users have. Make a new commit if the release deprecates something; otherwise ignore this warning.",
  breaks: "A commit of 2026-05-01, built on 2026-06-01",
  keeps: "A commit of 2026-06-01, built on 2026-06-01",
  message: ({ date }) => `The release is dated ${date}, more than 24 hours ago`,
  help: () => "Make a new commit, so that grace periods start today.",
  run: ({ command }) => {
    const { now, published_at } = command
    if (secondsSinceDate(command) <= maxAgeSeconds) return []
    return [makeFinding(backdated, { date: published_at, now }, { location: inHeader("version") })]
  }
}

const maxAgeSeconds = 24 * 60 * 60
