import { makeFinding, inHeader } from "../../Finding.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import type { Check } from "../Check.ts"
import { secondsSinceDate } from "./ReleaseAge.ts"

export const inFuture: Check<"date/in-future", { readonly date: Timestamp; readonly now: Timestamp }> = {
  id: "date/in-future",
  title: "Release dated in the future",
  level: "error",
  stage: "release",
  waivable: false,
  explanation:
    "A future date would start or end grace periods at the wrong time. Five minutes are tolerated because clocks differ. The date is that of the source commit, unless SOURCE_DATE_EPOCH overrides it. Correct the clock of the machine that made the commit and commit again.",
  breaks: "A commit of 2027-01-01, built on 2026-06-01",
  keeps: "A commit of 2026-06-01, built on 2026-06-01",
  message: ({ date }) => `The release is dated ${date}, which is in the future`,
  help: () => "Correct the clock of the machine that made the commit, and commit again.",
  run: ({ command }) => {
    const { now, published_at } = command
    if (secondsSinceDate(command) >= -maxSkewSeconds) return []
    return [makeFinding(inFuture, { date: published_at, now }, { location: inHeader("version") })]
  }
}

/** The clocks of the machine that commits and of the one that releases seldom agree to the second. */
const maxSkewSeconds = 300
