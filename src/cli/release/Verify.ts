import { resolve } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { isError } from "../../domain/Finding.ts"
import { checkLedgerSince } from "../../git/LedgerBase.ts"
import { readKeptCheckpoint } from "../../release/log/VerifyLog.ts"
import { rebuild } from "../../release/Rebuild.ts"
import { NoReleasesFolder } from "../../release/ReleasesLock.ts"
import { verify, verifyLedger } from "../../release/Verify.ts"
import { makeVerificationReport, makeFindingsReport } from "../../report/Report.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { readTrust, trustedKeyOption, witnessOptions } from "../options/Trust.ts"
import { printReport } from "../terminal/Output.ts"
import { locatePublished } from "../Workspace.ts"

const verifyOptions = {
  releases: Options.releasesOption,
  format: Options.formatOption,
  base: Options.optionalOption("base", "Git revision whose published releases must be unaltered", "none", "revision"),
  trustedKey: trustedKeyOption,
  checkpoint: Options.fileOption(
    "checkpoint",
    "Older checkpoint that you kept, since which the log must only have grown",
    "none"
  ),
  ...witnessOptions
}

/**
 * `taxonomy verify`: compares everything in `releases/` with the ledger, byte for byte, and that with its checkpoint
 * and with the ledger at `--base`.
 */
export const verifyCommand = Options.makeCommand("verify", verifyOptions, {
  "taxonomy verify": "Verify releases/",
  "taxonomy verify --base origin/main": "Also compare with what was published on origin/main",
  "taxonomy verify --trusted-key log.vkey --checkpoint kept.checkpoint":
    "Also verify the signature of the log, and that the log only grew"
})(function* (input) {
  const trust = yield* readTrust(input)
  const kept = input.checkpoint === undefined ? undefined : yield* readKeptCheckpoint(input.checkpoint)
  const { findings, log, manifestsAlone } = yield* verify(input.releases, { trust, kept }).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => new NoReleasesFolder({ folder: resolve(input.releases) }))
  )
  if (manifestsAlone > 0) {
    yield* Console.error(
      `${formatCount(manifestsAlone, "release")} of this mirror ${manifestsAlone === 1 ? "has its" : "have their"} manifest alone, as mirror --keep leaves it. Servers render the rest from the ledger.`
    )
  }
  const rewritten = input.base === undefined ? [] : yield* checkLedgerSince(input.releases, input.base)
  const located = locatePublished(input.releases, [...findings, ...rewritten])
  yield* printReport(makeVerificationReport(located, log), input.format)
})

const rebuildOptions = {
  version: Options.schemaArgument("version", "Release, such as v1.2.0 [default: all]", Options.PrefixedVersion).pipe(
    Options.optional
  ),
  releases: Options.releasesOption
}

/**
 * `taxonomy rebuild`: writes missing artifacts from the ledger, keeps existing files, and reports what still differs.
 */
export const rebuildCommand = Options.makeCommand("rebuild", rebuildOptions, {
  "taxonomy rebuild": "Restore every file that is missing",
  "taxonomy rebuild v1.0.0": "Restore one release"
})(function* (input) {
  const wanted = input.version
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
    const located = locatePublished(input.releases, left)
    yield* printReport(makeFindingsReport("rebuild", located), "pretty")
  }
})
