import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { KeyStore } from "../../../keys/KeyStore.ts"
import { verifyKeyLedger } from "../../../keys/log/VerifyKeyLedger.ts"
import { ExitCode } from "../../../platform/ExitCode.ts"
import { readKeptCheckpoint } from "../../../release/log/KeptCheckpoint.ts"
import { keyStoreAt } from "../../options/KeysLocation.ts"
import { readTrust } from "../../options/ReadTrust.ts"
import { RunFailed } from "../../terminal/Output.ts"
import { keyLedgerJson, renderKeyLedger } from "./KeyLedgerReport.ts"
import type { VerifyKeysInput } from "./VerifyKeys.ts"

/** Prints what is known of the key ledger, and what is wrong with it. */
export const runVerifyKeys = Effect.fnUntraced(
  function* (input: VerifyKeysInput) {
    const trust = yield* readTrust(input)
    const kept = Option.isNone(input.checkpoint) ? undefined : yield* readKeptCheckpoint(input.checkpoint.value)
    const { ledger } = yield* KeyStore
    const verification = yield* verifyKeyLedger(ledger, { trust, kept })
    yield* Console.log(
      input.format === "json"
        ? keyLedgerJson(ledger.location, verification)
        : renderKeyLedger(ledger.location, verification)
    )
    if (verification.problems.length > 0) return yield* new RunFailed({ exitCode: ExitCode.broken })
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)
