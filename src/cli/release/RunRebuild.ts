import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { rebuild } from "../../release/Rebuild.ts"
import { verifyLedger } from "../../release/Verify.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { commandRefused } from "../CommandRefused.ts"
import { printReport } from "../terminal/Output.ts"
import type { RebuildInput } from "./Rebuild.ts"

/** Writes missing artifacts, and reports what still differs from the ledger. */
export const runRebuild = Effect.fnUntraced(function* (input: RebuildInput) {
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
    const located = locate([], { sources: "", releases: input.releases }, left)
    yield* printReport(makeFindingsReport("rebuild", located), "pretty")
  }
})
