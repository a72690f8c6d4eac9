import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TrustPolicy } from "../../domain/transparency/VerifyCheckpoint.ts"
import { readVerifierKeys } from "../../transparency/ReadVerifierKeys.ts"
import { usageError } from "../CommandRefused.ts"

/** Whom a reader believes, as the options of a command say it. */
export interface TrustInput {
  readonly trustedKey: ReadonlyArray<string>
  readonly witness?: ReadonlyArray<string>
  readonly quorum?: Option.Option<number>
}

/** Reads the keys that the options name, `undefined` if there is none. Without a quorum, all witnesses are needed. */
export const readTrust = Effect.fnUntraced(function* ({
  quorum = Option.none(),
  trustedKey,
  witness = []
}: TrustInput) {
  const logKeys = yield* readVerifierKeys("--trusted-key", trustedKey, "ed25519")
  const witnesses = yield* readVerifierKeys("--witness", witness, "cosignature")
  if (logKeys.length === 0 && (witnesses.length > 0 || Option.isSome(quorum))) {
    return yield* usageError("Witnesses cosign what a log has signed. Name the key of the log with --trusted-key.")
  }
  const names = new Set(witnesses.map(({ name }) => name)).size
  const needed = Option.getOrElse(quorum, () => names)
  if (needed > names) {
    const named = names === 1 ? "1 witness is" : `${names} witnesses are`
    return yield* usageError(`--quorum is ${needed}, but only ${named} named. Add --witness, or lower --quorum.`)
  }
  const policy: TrustPolicy = { logKeys, witnesses, quorum: needed }
  return logKeys.length === 0 ? undefined : policy
})

/** The same for a command that does nothing without a key of the log. */
export const requireTrust = Effect.fnUntraced(function* (input: TrustInput) {
  const policy = yield* readTrust(input)
  return policy ?? (yield* usageError("Name the key of the log with --trusted-key."))
})
