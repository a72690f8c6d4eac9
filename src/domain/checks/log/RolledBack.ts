import type { Check } from "../Check.ts"

/** The log that a checkpoint is of, and how many of its events it covers. */
export type CoveredLog = {
  readonly origin: string
  readonly size: number
}

/** The facts of a checkpoint that says less than the one of an earlier commit. */
export type RolledBackLog = {
  readonly revision: string
  readonly before: CoveredLog
  readonly present: CoveredLog
}

export const logRolledBack: Check<"log/rolled-back", RolledBackLog> = {
  id: "log/rolled-back",
  title: "Rolled-back checkpoint",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "A log keeps its name, and its checkpoint never covers fewer events than before. An older checkpoint hides that events were added without the private key of the log, and a checkpoint of another log makes readers who trust the keys of this one reject it. Restore releases/checkpoint from git.",
  breaks: `$ npx taxonomy verify --base origin/main
# at origin/main, the checkpoint covers 3 events; here it covers 2`,
  keeps: `$ npx taxonomy verify --base origin/main
# at origin/main, the checkpoint covers 3 events; here it covers 4 events of the same log`,
  message: ({ before, present, revision }) =>
    present.origin === before.origin
      ? `The checkpoint covers the log up to event ${present.size}, but the one at ${revision} up to event ${before.size}`
      : `The checkpoint is from the log ${present.origin}, but the one at ${revision} is from ${before.origin}`,
  help: ({ revision }) => `Restore releases/checkpoint from ${revision}, and find out who changed it.`
}
