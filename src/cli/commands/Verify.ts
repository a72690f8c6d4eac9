import { resolve } from "node:path"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { checkLedgerSince } from "../../git/LedgerBase.ts"
import { NoReleasesFolder } from "../../release/ReleasesLock.ts"
import { verify } from "../../release/Verify.ts"
import { findingsReport } from "../../report/Report.ts"
import { defaultNote, option } from "../options/EnvironmentOption.ts"
import { format, releases } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"

const base = option(
  "base",
  "A git revision; nothing that was published there may have been altered since",
  defaultNote("none")
).pipe(Flag.withMetavar("revision"), Flag.optional)

/** `taxonomy verify`: everything under `releases/` is what was published, byte for byte. */
export const verifyCommand = Command.make(
  "verify",
  { releases, format, base },
  Effect.fnUntraced(function* (input) {
    const { findings } = yield* verify(input.releases).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => new NoReleasesFolder({ folder: resolve(input.releases) }))
    )
    const rewritten = yield* Option.match(input.base, {
      onNone: () => Effect.succeed([]),
      onSome: (revision) => checkLedgerSince(input.releases, revision)
    })
    const located = locate([], { sources: "", releases: input.releases }, [...findings, ...rewritten])
    yield* printReport(findingsReport("verify", located), input.format)
  })
).pipe(
  Command.withDescription("Replay the ledger, rebuild every artifact and compare with what is on disk"),
  Command.withExamples([
    { command: "taxonomy verify", description: "Verify releases/" },
    { command: "taxonomy verify --base origin/main", description: "And that nothing published there was altered" }
  ])
)
