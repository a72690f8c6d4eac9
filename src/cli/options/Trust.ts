import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type { TrustPolicy } from "../../domain/transparency/VerifyCheckpoint.ts"
import { readVerifierKeys } from "../../transparency/ReadVerifierKeys.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "./Options.ts"

/** Verifier keys, or files with one per line. The option may be repeated. */
const verifierKeys = (name: string, description: string, ...notes: ReadonlyArray<string>) =>
  Flag.String(name).pipe(
    Flag.withMetavar("key"),
    Flag.atLeast(1),
    Options.withNotes(`${description}: NAME+ID+KEY, or a file with one per line. Can be repeated`, ...notes)
  )

/** The same, also from a variable. One that is set to nothing is one that a workflow or a service manager does not have. */
const verifierKeysOr = (name: string, description: string, notes: ReadonlyArray<string> = [], variable = name) =>
  verifierKeys(name, description, Options.envNote(variable), ...notes).pipe(
    Options.withEnvironment(variable, (environment) =>
      Config.map(Config.String(environment), (text): ReadonlyArray<string> => (text.trim() === "" ? [] : [text]))
    )
  )

const orNone = Flag.withDefault<ReadonlyArray<string>>([])

const noneNote = Options.defaultNote("none")

const witnessText = "Verifier key of a witness that must have cosigned the checkpoint"

const quorumTexts = ["Number of these witnesses that must have cosigned", Options.defaultNote("all of them")] as const

const withQuorum = (flag: Flag.Flag<string>) =>
  Options.withRange(flag, { noun: "a number of witnesses", minimum: 0, maximum: 999 }).pipe(
    Flag.withMetavar("number"),
    Options.optional
  )

/** The keys of the log that a command needs. */
export const requiredTrustedKeyOption = verifierKeysOr("trusted-key", "Verifier key of the log")

const optionalKeys = (name: string, description: string, variable = name) =>
  orNone(verifierKeysOr(name, description, [noneNote], variable))

/** The keys of the log, if its signatures are to be verified. */
export const trustedKeyOption = optionalKeys(
  "trusted-key",
  "Verifier key of the log, one of which must have signed the checkpoint"
)

/** The witnesses that must have cosigned, and how many of them. */
export const witnessOptions = {
  witness: optionalKeys("witness", witnessText),
  quorum: withQuorum(Options.textOption("quorum", ...quorumTexts))
}

/** The variable with the keys of the ledger of API keys. It is another log than that of the releases. */
const keysVariable = "keys-trusted-key"

/** The option of a server or a notifier that accepts only what one of these keys has signed. */
export const keysTrustedKeyOption = optionalKeys(
  keysVariable,
  "Verifier key of the ledger of API keys, one of which must have signed all of it"
)

/** The options of a command that verifies the ledger of API keys. */
export const keyTrustOptions = {
  trustedKey: optionalKeys(
    "trusted-key",
    "Verifier key of the ledger, one of which must have signed all of it",
    keysVariable
  ),
  checkpoint: Flag.String("checkpoint").pipe(
    Options.withFile,
    Options.withNotes("Older checkpoint that you kept, since which the ledger must only have grown", noneNote),
    Options.optional
  ),
  witness: orNone(verifierKeys("witness", witnessText, noneNote)),
  quorum: withQuorum(Flag.String("quorum").pipe(Options.withNotes(...quorumTexts)))
}

/** Whom a reader believes, as the options of a command say it. */
interface TrustInput {
  readonly trustedKey: ReadonlyArray<string>
  readonly witness?: ReadonlyArray<string>
  readonly quorum?: number | undefined
}

/** Reads the keys that the options name, `undefined` if there is none. Without a quorum, all witnesses are needed. */
export const readTrust = Effect.fnUntraced(function* ({ quorum, trustedKey, witness = [] }: TrustInput) {
  const logKeys = yield* readVerifierKeys("--trusted-key", trustedKey, "ed25519")
  const witnesses = yield* readVerifierKeys("--witness", witness, "cosignature")
  if (logKeys.length === 0 && (witnesses.length > 0 || quorum !== undefined)) {
    return yield* usageError("Witnesses cosign what a log has signed. Name the key of the log with --trusted-key.")
  }
  const names = new Set(witnesses.map(({ name }) => name)).size
  const needed = quorum ?? names
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
