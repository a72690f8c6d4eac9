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
import { findingsReport } from "../../report/Report.ts"
import { refusedBecause } from "../CommandRefused.ts"
import { releases, VersionWithV } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"

const version = Argument.String("version").pipe(
  Argument.withDescription("The release, such as v1.2.0 [default: all]"),
  Argument.withSchema(VersionWithV),
  Argument.optional
)

/** `taxonomy rebuild`: missing artifacts are written again from the ledger; what is there is left as it is. */
export const rebuildCommand = Command.make(
  "rebuild",
  { version, releases },
  Effect.fnUntraced(function* (input) {
    const wanted = Option.getOrUndefined(input.version)
    const { history } = yield* readLedger(input.releases)
    if (wanted !== undefined && !history.releases.has(wanted)) {
      const known = [...history.releases.keys()].join(", ") || "no releases"
      return yield* refusedBecause(
        new Error(`${wanted} was never published, so there is nothing to rebuild it from; there are ${known}`)
      )
    }
    const written = yield* rebuild(input.releases, wanted)
    yield* Console.log(
      written.length === 0 ? "Nothing was missing." : written.map((path) => `wrote ${path}`).join("\n")
    )
    const left = (yield* verify(input.releases)).findings.filter(isError)
    if (left.length > 0) {
      const located = locate([], { sources: "", releases: input.releases }, left)
      yield* printReport(findingsReport("rebuild", located), "pretty")
    }
  })
).pipe(
  Command.withDescription("Write missing artifacts again, from the ledger alone"),
  Command.withExamples([
    { command: "taxonomy rebuild", description: "Restore every file that is missing" },
    { command: "taxonomy rebuild v1.0.0", description: "Restore one release" }
  ])
)
