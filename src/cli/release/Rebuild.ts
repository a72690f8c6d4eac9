import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isError } from "../../domain/Finding.ts"
import { rebuild } from "../../release/Rebuild.ts"
import { verifyLedger } from "../../release/Verify.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { commandRefused } from "../CommandRefused.ts"
import { releasesOption, PrefixedVersion } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"
import { locatePublished } from "../Workspace.ts"

const versionArgument = Argument.String("version").pipe(
  Argument.withDescription("Release, such as v1.2.0 [default: all]"),
  Argument.withSchema(PrefixedVersion),
  Argument.optional
)

const rebuildOptions = { version: versionArgument, releases: releasesOption }

type RebuildInput = Command.Command.Config.Infer<typeof rebuildOptions>

/** `taxonomy rebuild`: writes missing artifacts from the ledger and keeps existing files. */
export const rebuildCommand = Command.make("rebuild", rebuildOptions, (input) => runRebuild(input)).pipe(
  Command.withExamples([
    { command: "taxonomy rebuild", description: "Restore every file that is missing" },
    { command: "taxonomy rebuild v1.0.0", description: "Restore one release" }
  ])
)

/** Writes missing artifacts, and reports what still differs from the ledger. */
const runRebuild = Effect.fnUntraced(function* (input: RebuildInput) {
  const wanted = Option.getOrUndefined(input.version)
  const { ledger, written } = yield* rebuild(input.releases, wanted)
  const published = ledger.history.releases
  if (wanted !== undefined && !published.has(wanted)) {
    const known = [...published.keys()].join(", ") || "no releases"
    return yield* commandRefused(`${wanted} was never published. Published: ${known}`)
  }
  yield* Console.log(
    written.length === 0 ? "No artifact is missing." : written.map((path) => `wrote ${path}`).join("\n")
  )
  const left = (yield* verifyLedger(input.releases, ledger)).findings.filter(isError)
  if (left.length > 0) {
    const located = locatePublished(input.releases, left)
    yield* printReport(makeFindingsReport("rebuild", located), "pretty")
  }
})
