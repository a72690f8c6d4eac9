import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { checkLedgerSince } from "../../git/LedgerBase.ts"
import { readKeptCheckpoint } from "../../release/log/KeptCheckpoint.ts"
import { NoReleasesFolder } from "../../release/ReleasesLock.ts"
import { verify } from "../../release/Verify.ts"
import { makeVerificationReport } from "../../report/Report.ts"
import { readTrust } from "../options/ReadTrust.ts"
import { printReport } from "../terminal/Output.ts"
import type { VerifyInput } from "./Verify.ts"

/** Reports what differs from the ledger, from its checkpoint, and from the ledger at `--base`. */
export const runVerify = Effect.fnUntraced(function* (input: VerifyInput) {
  const trust = yield* readTrust(input)
  const kept = Option.isNone(input.checkpoint) ? undefined : yield* readKeptCheckpoint(input.checkpoint.value)
  const { findings, log } = yield* verify(input.releases, { trust, kept }).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => new NoReleasesFolder({ folder: resolve(input.releases) }))
  )
  const rewritten = yield* Option.match(input.base, {
    onNone: () => Effect.succeed([]),
    onSome: (revision) => checkLedgerSince(input.releases, revision)
  })
  const located = locate([], { sources: "", releases: input.releases }, [...findings, ...rewritten])
  yield* printReport(makeVerificationReport(located, log), input.format)
})
