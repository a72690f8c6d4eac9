import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import { rebuild } from "../../release/Rebuild.ts"
import { verify } from "../../release/Verify.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { commandRefused } from "../CommandRefused.ts"
import { releasesOption, PrefixedVersion } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"

const versionArgument = Argument.String("version").pipe(
  Argument.withDescription("Release, such as v1.2.0 [default: all]"),
  Argument.withSchema(PrefixedVersion),
  Argument.optional
)

/** `taxonomy rebuild`: writes missing artifacts from the ledger and keeps existing files. */
export const rebuildCommand = Command.make(
  "rebuild",
  { version: versionArgument, releases: releasesOption },
  Effect.fnUntraced(function* (input) {
    const wanted = Option.getOrUndefined(input.version)
    const { history } = yield* readLedger(input.releases)
    if (wanted !== undefined && !history.releases.has(wanted)) {
      const known = [...history.releases.keys()].join(", ") || "no releases"
      return yield* commandRefused(`${wanted} was never published. Published: ${known}`)
    }
    const written = yield* rebuild(input.releases, wanted)
    yield* Console.log(
      written.length === 0 ? "No artifact is missing." : written.map((path) => `wrote ${path}`).join("\n")
    )
    const left = (yield* verify(input.releases)).findings.filter(isError)
    if (left.length > 0) {
      const located = locate([], { sources: "", releases: input.releases }, left)
      yield* printReport(makeFindingsReport("rebuild", located), "pretty")
    }
  })
).pipe(
  Command.withDescription("Write missing artifacts from the ledger"),
  Command.withExamples([
    { command: "taxonomy rebuild", description: "Restore every file that is missing" },
    { command: "taxonomy rebuild v1.0.0", description: "Restore one release" }
  ])
)
