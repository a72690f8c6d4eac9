import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { locate } from "../build/Locate.ts"
import { findingsReport } from "../build/Report.ts"
import { verify } from "../release/Verify.ts"
import { ExitCode } from "./ExitCode.ts"
import { format, releases } from "./Options.ts"
import { printReport } from "./Output.ts"

/** `taxonomy verify`: everything under `releases/` is what was published, byte for byte. */
export const verifyCommand = Command.make(
  "verify",
  { releases, format },
  Effect.fnUntraced(function* (input) {
    const { findings } = yield* verify(input.releases)
    const located = locate([], { sources: "", releases: input.releases }, findings)
    yield* printReport(findingsReport("verify", located), input.format, ExitCode.broken)
  })
).pipe(
  Command.withDescription("Replay the ledger, rebuild every artifact and compare with what is on disk"),
  Command.withExamples([{ command: "taxonomy verify", description: "Verify releases/" }])
)
