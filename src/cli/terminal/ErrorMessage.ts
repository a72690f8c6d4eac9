import { isPlatformError, type PlatformError } from "effect/PlatformError"
import { maskApiKeys } from "../../domain/keys/ApiKey.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import { describePlatformError } from "../../platform/SystemErrors.ts"

/** The message of a failure for the person who ran the command, with a next step and without a stack trace. */
export const formatError = (error: unknown): string => {
  if (typeof error === "object" && error !== null && isPlatformError(error)) return `error: ${formatSystemError(error)}`
  if (!(error instanceof Error)) return `error: ${String(error)}`
  const step = nextStep(error)
  // A message that ends in a full stop or a question already names the next step.
  return `error: ${error.message}${step === undefined || /[.?]$/.test(error.message) ? "" : `. ${step}`}`
}

const nextStep = (error: Error): string | undefined => {
  if (needsNewerProgram(error)) return "Update this program."
  if (isSignedByOthers(error)) return "Compare the trusted keys with those that the publisher announces."
  return "_tag" in error && typeof error._tag === "string" ? nextSteps[error._tag] : undefined
}

/** True for an intact ledger that only a newer version of this program can read. */
const needsNewerProgram = (error: unknown): boolean =>
  error instanceof Error &&
  (("rule" in error && error.rule === "ledger/newer-version") || needsNewerProgram(error.cause))

/** True if the trusted keys may be the wrong ones, for example after the log has replaced its key. */
const isSignedByOthers = ({ cause }: Error): boolean =>
  cause instanceof LogRejected && (cause.problem._tag === "UntrustedSigner" || cause.problem._tag === "OtherLog")

/** Next steps for errors whose message states the problem only, because servers log it too. */
const nextSteps: Partial<Record<string, string>> = {
  CheckpointBroken: "Restore the folder of the releases from git or a backup, then run taxonomy verify.",
  ChainBroken: "Restore ledger.ndjson from git or a backup, then run taxonomy verify.",
  LogUnsigned:
    "Find out who removed it, or who published without the key. Then restore releases/checkpoint, or run taxonomy log-sign.",
  OriginUnavailable: "Run again when the server answers.",
  OriginRewritten: "The folder keeps what it holds. Find out who changed the ledger.",
  OriginLedgerBroken: "The folder keeps what it holds. Ask the publisher to run taxonomy verify.",
  OriginCheckpointBroken: "The folder keeps what it holds. Ask the publisher to run taxonomy verify.",
  OriginUnsigned: "Ask the publisher to run taxonomy log-sign.",
  OriginArtifactBroken: "The folder keeps what it holds. Ask the publisher to run taxonomy verify.",
  KeyUnknown: "Run taxonomy keys list to see all keys.",
  KeyLedgerBroken: "Restore it from a backup, or select another with --keys.",
  KeyLedgerUnavailable: "Check that it exists and is accessible, or select another with --keys."
}

const formatSystemError = (error: PlatformError): string => {
  const { reason } = error
  const path = "pathOrDescriptor" in reason ? String(reason.pathOrDescriptor ?? "") : ""
  const sentence = describePlatformError(error)
  return sentence === undefined ? error.message : `${path === "" ? "A file" : path}: ${sentence}`
}

/** Masks passwords in addresses, private keys and API keys in the value of an option. Also in invalid addresses. */
export const maskSecrets = (text: string): string =>
  maskApiKeys(
    text
      .replace(isWebUrl.test(text) ? webPassword : otherPassword, `$1${mask}@`)
      .replaceAll(passwordParameter, `$1${mask}`)
      .replaceAll(privateKey, `$1${mask}`)
  )

const mask = "***"

const isWebUrl = /^https?:/i

const webPassword = /^([a-z]+:\/\/[^:/?#@]*:)[^/?#]*@/i

// A slash or a question mark that is not encoded is a part of the password, up to the last @.
const otherPassword = /^(["'\s]*(?:[a-z][a-z0-9+.:-]*:\/\/)?[^:/?#@]*:)(?!\/\/).*@/is

const passwordParameter = /((?:^|[?&;\s])[^=&#;\s]*password\s*=\s*)(?:'[^']*'|[^&#;\s]*)/gi

const privateKey = /(PRIVATE\+KEY\+).*/gs
