import { resolve } from "node:path"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { checkLedgerSince } from "../../git/LedgerBase.ts"
import { readKeptCheckpoint } from "../../release/log/VerifyLog.ts"
import { NoReleasesFolder } from "../../release/ReleasesLock.ts"
import { verify } from "../../release/Verify.ts"
import { makeVerificationReport } from "../../report/Report.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"
import { formatOption, releasesOption, withFile, makeCommand } from "../options/Options.ts"
import { readTrust, trustedKeyOption, witnessOptions } from "../options/Trust.ts"
import { printReport } from "../terminal/Output.ts"
import { locatePublished } from "../Workspace.ts"

const verifyOptions = {
  releases: releasesOption,
  format: formatOption,
  base: textOption("base", "Git revision whose published releases must be unaltered", defaultNote("none")).pipe(
    Flag.withMetavar("revision"),
    Flag.optional
  ),
  trustedKey: trustedKeyOption,
  checkpoint: textOption(
    "checkpoint",
    "Older checkpoint that you kept, since which the log must only have grown",
    defaultNote("none")
  ).pipe(withFile, Flag.optional),
  ...witnessOptions
}

/**
 * `taxonomy verify`: compares everything in `releases/` with the ledger, byte for byte, and that with its checkpoint
 * and with the ledger at `--base`.
 */
export const verifyCommand = makeCommand("verify", verifyOptions, {
  "taxonomy verify": "Verify releases/",
  "taxonomy verify --base origin/main": "Also compare with what was published on origin/main",
  "taxonomy verify --trusted-key log.vkey --checkpoint kept.checkpoint":
    "Also verify the signature of the log, and that the log only grew"
})(function* (input) {
  const trust = yield* readTrust(input)
  const kept = Option.isNone(input.checkpoint) ? undefined : yield* readKeptCheckpoint(input.checkpoint.value)
  const { findings, log } = yield* verify(input.releases, { trust, kept }).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => new NoReleasesFolder({ folder: resolve(input.releases) }))
  )
  const rewritten = yield* Option.match(input.base, {
    onNone: () => Effect.succeed([]),
    onSome: (revision) => checkLedgerSince(input.releases, revision)
  })
  const located = locatePublished(input.releases, [...findings, ...rewritten])
  yield* printReport(makeVerificationReport(located, log), input.format)
})
