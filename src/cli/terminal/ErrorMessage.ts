import { isPlatformError, type PlatformError } from "effect/PlatformError"
import { systemSentence } from "../../platform/SystemErrors.ts"

/** A failure in words for whoever ran the command; never a stack trace. */
export const explain = (error: unknown): string => {
  if (typeof error === "object" && error !== null && isPlatformError(error)) return `error: ${explainSystem(error)}`
  if (!(error instanceof Error)) return `error: ${String(error)}`
  const step = nextStep(error)
  // One that ends in a full stop has said what to do.
  return `error: ${error.message}${step === undefined || error.message.endsWith(".") ? "" : `. ${step}`}`
}

const nextStep = (error: Error): string | undefined => {
  if (isOfNewerVersion(error)) return "Update this program."
  return "_tag" in error && typeof error._tag === "string" ? nextSteps[error._tag] : undefined
}

/** A ledger that is sound, and that only a newer version of this program can read. */
const isOfNewerVersion = (error: unknown): boolean =>
  error instanceof Error &&
  (("rule" in error && error.rule === "ledger/newer-version") || isOfNewerVersion(error.cause))

/** What to do about failures whose own words only say what is so, as servers log these too. */
const nextSteps: Partial<Record<string, string>> = {
  ChainBroken:
    "Restore ledger.ndjson in the folder of the releases from git or a backup; taxonomy verify shows all that differs.",
  KeyLedgerBroken: "Restore it from a backup, or name another with --keys.",
  KeyLedgerUnavailable: "See that it is there and may be used, or name another with --keys."
}

const explainSystem = (error: PlatformError): string => {
  const { reason } = error
  const path = "pathOrDescriptor" in reason ? String(reason.pathOrDescriptor ?? "") : ""
  const sentence = systemSentence(error)
  return sentence === undefined ? error.message : `${path === "" ? "A file" : path}: ${sentence}`
}
