import type { Check } from "../Check.ts"

/** The facts of a log that is not signed to its end. */
export type UnsignedLog = {
  /** The number of events in the ledger. */
  readonly events: number
  /** The number of them that the checkpoint covers; `null` without a checkpoint. */
  readonly size: number | null
}

export const logUnsigned: Check<"log/unsigned", UnsignedLog> = {
  id: "log/unsigned",
  title: "Unsigned events",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "With --trusted-key, every event of the ledger must be signed. The checkpoint is missing, or events were added without signing them: somebody published without the private key of the log. With --checkpoint, the log was signed before, so its checkpoint must not be missing. Without these options, the report only says that the log is unsigned.",
  breaks: `$ npx taxonomy verify --trusted-key log.vkey
# the checkpoint covers 3 of the 4 events`,
  keeps: `$ npx taxonomy verify --trusted-key log.vkey
# the checkpoint covers all 4 events`,
  message: ({ events, size }) =>
    size === null
      ? "The log is unsigned: releases/checkpoint is missing"
      : `The checkpoint covers only ${size} of the ${events} events in the ledger`,
  help: ({ size }) =>
    size === null
      ? "Restore releases/checkpoint, or sign the log with taxonomy log-sign."
      : "Find out who published the other events. Restore releases/, or sign them with taxonomy log-sign."
}
