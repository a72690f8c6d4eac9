import * as Argument from "effect/cli/Argument"
import * as Console from "effect/Console"
import * as Option from "effect/Option"
import { isError } from "../../domain/Finding.ts"
import { rebuild } from "../../release/Rebuild.ts"
import { verifyLedger } from "../../release/Verify.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { commandRefused } from "../CommandRefused.ts"
import { releasesOption, PrefixedVersion, makeCommand } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"
import { locatePublished } from "../Workspace.ts"

const rebuildOptions = {
  version: Argument.String("version").pipe(
    Argument.withDescription("Release, such as v1.2.0 [default: all]"),
    Argument.withSchema(PrefixedVersion),
    Argument.optional
  ),
  releases: releasesOption
}

/**
 * `taxonomy rebuild`: writes missing artifacts from the ledger, keeps existing files, and reports what still differs.
 */
export const rebuildCommand = makeCommand("rebuild", rebuildOptions, {
  "taxonomy rebuild": "Restore every file that is missing",
  "taxonomy rebuild v1.0.0": "Restore one release"
})(function* (input) {
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
