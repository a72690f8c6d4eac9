import * as DateTime from "effect/DateTime"
import { makeFinding, inHeader, inSource } from "../Finding.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Publish } from "../release/PublishRelease.ts"
import { baseOf } from "../release/ReleaseLines.ts"
import { dayOf } from "../release/removal/DeprecationClock.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import { otherSources, type Check } from "./Check.ts"

export const beforeBase: Check<
  "date/before-base",
  { readonly date: Timestamp; readonly base: Version; readonly base_date: Timestamp; readonly now: Timestamp }
> = {
  id: "date/before-base",
  title: "Release dated before its base",
  level: "error",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "Grace periods are counted from the dates of releases, so a release cannot be older than its base. The date is that of the source commit, unless SOURCE_DATE_EPOCH overrides it. Correct the clock and commit again, or correct SOURCE_DATE_EPOCH.",
  breaks: `# 1.1.0 was published at 2026-03-01T10:00:00Z
$ SOURCE_DATE_EPOCH=1767225600 node bin/build-release.js   # 2026-01-01, as 1.2.0`,
  keeps: `# 1.1.0 was published at 2026-03-01T10:00:00Z
$ node bin/build-release.js   # as 1.2.0, from a later commit`,
  message: ({ base, base_date, date }) =>
    `The release is dated ${date}, before its base ${base}, which is dated ${base_date}`,
  help: ({ base_date, date, now }) =>
    date === now
      ? `Give a --date after ${dayOf(base_date)}. If you gave none, correct the clock of this machine.`
      : "Correct the clock of the machine that made the commit, and commit again.",
  run: ({ command, history, published }) => {
    const base = published === undefined ? baseOf(history, command.version) : undefined
    if (base === undefined || command.published_at >= base.published_at) return []
    const facts = { date: command.published_at, base: base.version, base_date: base.published_at, now: command.now }
    return [makeFinding(beforeBase, facts, { location: inHeader("version") })]
  }
}

export const effectiveEarly: Check<
  "date/effective-before-publication",
  { readonly effective: string; readonly date: string; readonly version: Version }
> = {
  id: "date/effective-before-publication",
  title: "Release effective before its publication",
  level: "error",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "Contracts may refer to the day from which a release is effective, and nobody can have followed a release before it was published. Write the day of the publication or a later one.",
  breaks: `# notes/1.2.0.md, built on 2027-03-01
---
effective: 2027-01-01
---
The first release of the season.`,
  keeps: `# notes/1.2.0.md, built on 2027-03-01
---
effective: 2027-03-01
---
The first release of the season.`,
  message: ({ date, effective }) => `The release is effective on ${effective}, before its publication on ${date}`,
  help: ({ date, version }) => `Write ${date} or a later day in notes/${version}.md.`,
  run: ({ command: { notes, published_at, version } }) => {
    const [effective, date] = [notes?.effective, dayOf(published_at)]
    if (effective === undefined || effective >= date) return []
    const location = inSource(`notes/${version}.md`, { path: ["effective"] })
    return [makeFinding(effectiveEarly, { effective, date, version }, { location })]
  }
}

export const inFuture: Check<"date/in-future", { readonly date: Timestamp; readonly now: Timestamp }> = {
  id: "date/in-future",
  title: "Release dated in the future",
  level: "error",
  stage: "release",
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

export const backdated: Check<"date/backdated", { readonly date: Timestamp; readonly now: Timestamp }> = {
  id: "date/backdated",
  title: "Release dated more than a day ago",
  level: "warning",
  stage: "release",
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

/** The seconds since the date of the proposed release; negative if the date is in the future. */
const secondsSinceDate = ({ now, published_at }: Publish): number =>
  (DateTime.makeUnsafe(now).epochMilliseconds - DateTime.makeUnsafe(published_at).epochMilliseconds) / 1000

/** The clocks of the machine that commits and of the one that releases seldom agree to the second. */
const maxSkewSeconds = 300

const maxAgeSeconds = 24 * 60 * 60
