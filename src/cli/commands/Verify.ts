import { resolve } from "node:path"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { checkLedgerSince } from "../../git/LedgerBase.ts"
import { NoReleasesFolder } from "../../release/ReleasesLock.ts"
import { verify } from "../../release/Verify.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"
import { formatOption, releasesOption } from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"

const baseOption = textOption(
  "base",
  "Git revision whose published releases must be unaltered",
  defaultNote("none")
).pipe(Flag.withMetavar("revision"), Flag.optional)

/** `taxonomy verify`: compares everything in `releases/` with the ledger, byte for byte. */
export const verifyCommand = Command.make(
  "verify",
  { releases: releasesOption, format: formatOption, base: baseOption },
  Effect.fnUntraced(function* (input) {
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
).pipe(
  Command.withDescription("Replay the ledger, rebuild every artifact and compare it with the file on disk"),
  Command.withExamples([
    { command: "taxonomy verify", description: "Verify releases/" },
    {
      command: "taxonomy verify --base origin/main",
      description: "Also compare with what was published on origin/main"
    }
  ])
)
