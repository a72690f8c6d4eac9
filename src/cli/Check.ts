import * as Command from "effect/cli/Command"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { locate } from "../build/Locate.ts"
import { decision } from "../build/Pipeline.ts"
import { timestamp } from "../build/ReleaseDate.ts"
import { findingsReport, publicationReport } from "../build/Report.ts"
import { readWorkingTree } from "../build/WorkingTree.ts"
import { plan } from "../release/Publish.ts"
import { ExitCode } from "./ExitCode.ts"
import { date, format, releases, src } from "./Options.ts"
import { printReport } from "./Output.ts"

/** `taxonomy check`: what `build-release` would say of the sources as they are saved, with nothing written. */
export const check = Command.make(
  "check",
  { src, releases, format, date },
  Effect.fnUntraced(function* (input) {
    const currentTime = yield* Clock.currentTimeMillis
    const tree = yield* readWorkingTree(input.src)
    const roots = { sources: input.src, releases: input.releases }
    const now = Option.getOrElse(input.date, () => timestamp(currentTime / 1000))
    const decided = decision(tree, { published_at: now, now, source_commit: "working-tree" })
    if (Result.isFailure(decided)) {
      const findings = locate(tree, roots, decided.failure)
      return yield* printReport(findingsReport("check", findings), input.format, ExitCode.findings)
    }
    const publication = yield* plan(input.releases, decided.success)
    const findings = locate(tree, roots, publication.decision.findings)
    yield* printReport(
      publicationReport("check", publication, findings, input.releases),
      input.format,
      ExitCode.findings
    )
  })
).pipe(
  Command.withDescription("Say what the saved sources would mean as a release, and what is wrong with them"),
  Command.withExamples([{ command: "taxonomy check", description: "Check taxonomy-src before committing it" }])
)
