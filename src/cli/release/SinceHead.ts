import * as Effect from "effect/Effect"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { printReport } from "../terminal/Output.ts"

/**
 * Prints a report and fails if the ledger or its checkpoint was rewritten since the last commit: an event, or a signature,
 * would confirm the new history.
 */
export const refuseRewritten = Effect.fnUntraced(function* (command: string, releases: string) {
  const findings = yield* checkLedgerSinceHead(releases)
  if (findings.length === 0) return
  yield* printReport(makeFindingsReport(command, locate([], { sources: "", releases }, findings)), "pretty")
})
