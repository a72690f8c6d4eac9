import { makeFinding, inHeader } from "../../Finding.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { baseOf } from "../../release/ReleaseLines.ts"
import { dayOf } from "../../release/removal/DeprecationClock.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"

export const beforeBase: Check<
  "date/before-base",
  { readonly date: Timestamp; readonly base: Version; readonly base_date: Timestamp; readonly now: Timestamp }
> = {
  id: "date/before-base",
  title: "Release dated before its base",
  level: "error",
  stage: "release",
  waivable: false,
  followsFrom: [otherSources],
  explanation:
    "Grace periods are counted from the dates of releases, so a release cannot be older than its base. The date is that of the source commit, unless SOURCE_DATE_EPOCH overrides it. Correct the clock and commit again, or correct SOURCE_DATE_EPOCH.",
  breaks: `# 1.1.0 was published at 2026-03-01T10:00:00Z
$ SOURCE_DATE_EPOCH=1767225600 npx build-release   # 2026-01-01, as 1.2.0`,
  keeps: `# 1.1.0 was published at 2026-03-01T10:00:00Z
$ npx build-release   # as 1.2.0, from a later commit`,
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
