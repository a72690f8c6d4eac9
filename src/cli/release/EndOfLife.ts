import * as Argument from "effect/cli/Argument"
import * as Schema from "effect/Schema"
import { endMajor } from "../../domain/release/LifecycleCommands.ts"
import type { MajorEnded } from "../../domain/release/ReleaseEvent.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { newestStanding } from "../../domain/release/StandingReleases.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption, reasonOption, releasesOption, makeCommand } from "../options/Options.ts"
import { appendConfirmed } from "./ConfirmEvent.ts"

const endOfLifeOptions = {
  major: Argument.String("major").pipe(
    Argument.withDescription("Major version, such as v1"),
    Argument.withSchema(
      Schema.String.check(Schema.isPattern(/^v?(?:0|[1-9]\d{0,8})$/, { expected: "a major version such as v1" }))
    )
  ),
  date: dateOption("First day without further releases"),
  reason: reasonOption("Reason for clients, part of every response of this major"),
  dryRun: toggleOption("dry-run", "Show what it means, without writing anything"),
  yes: toggleOption("yes", "Skip the confirmation"),
  releases: releasesOption
}

/** `taxonomy end-of-life`: ends a major that has a successor, after a confirmation. Its releases are still served. */
export const endOfLifeCommand = makeCommand("end-of-life", endOfLifeOptions, {
  'taxonomy end-of-life v1 --date 2027-06-30 --reason "v2 has replaced it"': "End v1, after a confirmation",
  'taxonomy end-of-life v1 --reason "v2 has replaced it" --yes': "End v1 today, without confirmation"
})(function* (input) {
  const major = Number(input.major.replace("v", ""))
  const date = yield* input.date
  yield* appendConfirmed(
    {
      decide: (history) => endMajor(history, { major, date, reason: input.reason }),
      consequences: endConsequences,
      command: "end-of-life",
      action: `End v${major}`,
      done: `The end of v${major} on ${dayOf(date)} is recorded: ${input.reason}`
    },
    input
  )
})

/** What the end of a major means, a sentence per line. */
const endConsequences = (history: ReleaseHistory, { date, major }: MajorEnded): ReadonlyArray<string> => {
  const releases = [...history.releases.keys()].filter((version) => majorOf(version) === major)
  const newest = newestStanding(history)
  return [
    `From ${dayOf(date)} on, no release of v${major} can be published, not even a correction.`,
    `${formatCount(releases.length, "release")} of v${major} ${releases.length === 1 ? "is" : "are"} still served, with Deprecation and Sunset in every response.`,
    ...(newest === undefined ? [] : [`Clients are referred to v${majorOf(newest.version)}, now ${newest.version}.`])
  ]
}
