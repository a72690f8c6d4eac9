import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { checkLedgerSince } from "../../git/LedgerBase.ts"
import { NoReleasesFolder } from "../../release/ReleasesLock.ts"
import { verify } from "../../release/Verify.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { printReport } from "../terminal/Output.ts"
import type { VerifyInput } from "./Verify.ts"

/** Reports what differs from the ledger, and from the ledger at `--base`. */
export const runVerify = Effect.fnUntraced(function* (input: VerifyInput) {
  const { findings } = yield* verify(input.releases).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => new NoReleasesFolder({ folder: resolve(input.releases) }))
  )
  const rewritten = yield* Option.match(input.base, {
    onNone: () => Effect.succeed([]),
    onSome: (revision) => checkLedgerSince(input.releases, revision)
  })
  const located = locate([], { sources: "", releases: input.releases }, [...findings, ...rewritten])
  yield* printReport(makeFindingsReport("verify", located), input.format)
})
