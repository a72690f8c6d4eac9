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
import type { RebuildInput } from "../commands/Rebuild.ts"
import { printReport } from "../terminal/Output.ts"

/** Writes missing artifacts, and reports what still differs from the ledger. */
export const runRebuild = Effect.fnUntraced(function* (input: RebuildInput) {
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
