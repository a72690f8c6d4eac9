import { makeFinding, inHeader } from "../../Finding.ts"
import { newestOf } from "../../release/ReleaseLines.ts"
import { dayOf } from "../../release/removal/DeprecationClock.ts"
import { majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { otherSources, type Check } from "../Check.ts"

export const endOfLife: Check<
  "lifecycle/end-of-life",
  {
    readonly major: number
    /** `YYYY-MM-DD` */
    readonly ended_on: string
    readonly reason: string
    readonly newest_major: number
  }
> = {
  id: "lifecycle/end-of-life",
  title: "Release on a major version that has ended",
  level: "error",
  stage: "release",
  followsFrom: [otherSources],
  explanation:
    "A major version that has ended is still served, but its users were told not to expect further releases. Make the release on a later major version.",
  breaks: `$ node bin/taxonomy.js end-of-life v1 --date 2027-01-01 --reason "Replaced by v2"
# taxonomy.yaml
version: 1.4.0`,
  keeps: `$ node bin/taxonomy.js end-of-life v1 --date 2027-01-01 --reason "Replaced by v2"
# taxonomy.yaml
version: 2.1.0`,
  message: ({ ended_on, major, reason }) => `v${major} ended on ${ended_on}: ${reason}`,
  help: ({ newest_major }) => `Release on a later major version, such as v${newest_major}.`,
  run: ({ command, history, standing, version }) => {
    const major = majorOf(version)
    const ended = history.endedMajors.get(major)
    if (ended === undefined || ended.date > command.published_at) return []
    const facts = {
      major,
      ended_on: dayOf(ended.date),
      reason: ended.reason,
      newest_major: majorOf(newestOf(standing)?.version ?? version)
    }
    return [makeFinding(endOfLife, facts, { location: inHeader("version") })]
  }
}
