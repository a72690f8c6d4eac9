import { type LogProblem, formatLogProblem } from "../transparency/LogProblem.ts"
import type { Check } from "./Check.ts"

/** The facts of findings about a checkpoint. */
export type CheckpointFinding = {
  readonly problem: LogProblem
  /** The file that somebody kept; `null` for the checkpoint in the folder of the releases. */
  readonly kept: string | null
  /** True if a trusted key signed the kept checkpoint; `null` if no key was given. */
  readonly isSigned: boolean | null
}

/** What does not fit, and which checkpoint shows it. */
const formatCheckpointFinding = ({ kept, problem }: CheckpointFinding): string =>
  `${formatLogProblem(problem)}${kept === null ? "" : ` (according to ${kept})`}`

/** The help of findings about a history that is not the one that was signed. */
const helpRestoreHistory = ({ isSigned, kept }: CheckpointFinding): string => {
  const restore = "Restore releases/ from git or a backup that fits the checkpoint, and find out who changed it."
  if (kept === null || isSigned === null) return restore
  return isSigned
    ? `${restore} Keep ${kept}: the log signed it, so it proves that the history has changed.`
    : `${restore} No trusted key signed ${kept}, so make sure first that it is genuine.`
}

const log = { level: "error", stage: "ledger" } as const

const history = { ...log, message: formatCheckpointFinding, help: helpRestoreHistory } as const

export const logMalformed: Check<"log/malformed", CheckpointFinding> = {
  id: "log/malformed",
  title: "Malformed checkpoint",
  ...history,
  explanation:
    "releases/checkpoint states how many events the log has and their root hash, and carries a signature by each key of the log and by each witness. The file is not in that format, so nobody can check the signatures. An editor or a merge can damage it. Restore the file from git.",
  breaks: `taxonomy.example.com/log
three
wn9o6ymPxGJ1Kk7ZcXl2UZ5y7rbAE6yG4sW+m0yQ3kY=

— taxonomy.example.com/log bC3vXw…`,
  keeps: `taxonomy.example.com/log
3
wn9o6ymPxGJ1Kk7ZcXl2UZ5y7rbAE6yG4sW+m0yQ3kY=

— taxonomy.example.com/log bC3vXw…`,
  help: () => "Restore releases/checkpoint from git or a backup."
}

export const logRewritten: Check<"log/rewritten", CheckpointFinding> = {
  id: "log/rewritten",
  title: "Rewritten log",
  ...history,
  explanation:
    "A person who rewrites the whole ledger can make its hashes match again, but not the root hash of a checkpoint that was signed before. The ledger has more events than the checkpoint covers, and the covered ones are not those that were signed. Do not trust the ledger. Take the releases folder of the upstream branch and publish on top of it.",
  breaks: `# the checkpoint covers 3 events; the ledger has 4, of which the second was changed`,
  keeps: `# the checkpoint covers 3 events; the ledger has the same 3 and a fourth`
}

export const logFork: Check<"log/fork", CheckpointFinding> = {
  id: "log/fork",
  title: "Forked log",
  ...history,
  explanation:
    "The checkpoint covers as many events as the ledger has, but other ones, so two histories of the same length exist. Two people published on the same base, or somebody shows different histories to different readers. If two people published, keep the ledger that was pushed first and publish the other release again.",
  breaks: `# the checkpoint covers 3 events; the third event of the ledger is another one`,
  keeps: `# the checkpoint covers the 3 events of the ledger`
}

export const logTruncated: Check<"log/truncated", CheckpointFinding> = {
  id: "log/truncated",
  title: "Truncated log",
  ...history,
  explanation:
    "The checkpoint covers more events than the ledger has. Every line of a ledger whose end was cut off is still valid, so only a checkpoint shows that events are missing. A copy that is older than the checkpoint looks the same. Update the copy first.",
  breaks: `# the checkpoint covers 3 events; the ledger has 2`,
  keeps: `# the checkpoint covers 3 events; the ledger has 3`,
  help: (context) =>
    context.kept === null ? helpRestoreHistory(context) : `Update this copy first. ${helpRestoreHistory(context)}`
}

export const logUntrusted: Check<"log/untrusted", CheckpointFinding> = {
  id: "log/untrusted",
  title: "Untrusted checkpoint",
  ...history,
  explanation:
    "With --trusted-key, a key that you trust must have signed the checkpoint. Everybody can make a key with the same name, so keys are compared by their ID and not by their name. If the publisher has announced a new key, trust it; otherwise somebody else wrote this history.",
  breaks: `$ node bin/taxonomy.js verify --trusted-key taxonomy.example.com/log+6c2def5f+AW…
# the checkpoint is signed by taxonomy.example.com/log+91f0ac33`,
  keeps: `$ node bin/taxonomy.js verify --trusted-key taxonomy.example.com/log+6c2def5f+AW…
# the checkpoint is signed by taxonomy.example.com/log+6c2def5f`,
  help: () => "Compare the trusted keys with those that the publisher announces. Restore releases/ if they are right."
}

export const logQuorum: Check<"log/quorum", CheckpointFinding> = {
  id: "log/quorum",
  title: "Missing cosignatures",
  ...history,
  explanation:
    "With --witness, witnesses must have cosigned the checkpoint: all of them, or as many as --quorum says. A witness cosigns only a log that has grown since it last saw it, so a publisher cannot show different histories to readers who trust the same witnesses. After a release, wait until the witnesses have cosigned it.",
  breaks: `$ node bin/taxonomy.js verify --trusted-key log.vkey --witness one.vkey --witness two.vkey
# only the first witness cosigned the checkpoint`,
  keeps: `$ node bin/taxonomy.js verify --trusted-key log.vkey --witness one.vkey --witness two.vkey --quorum 1
# only the first witness cosigned the checkpoint`,
  help: () => "Ask the missing witnesses to cosign the checkpoint, or lower --quorum."
}

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
  ...log,
  explanation:
    "With --trusted-key, every event of the ledger must be signed. The checkpoint is missing, or events were added without signing them: somebody published without the private key of the log. With --checkpoint, the log was signed before, so its checkpoint must not be missing. Without these options, the report only says that the log is unsigned.",
  breaks: `$ node bin/taxonomy.js verify --trusted-key log.vkey
# the checkpoint covers 3 of the 4 events`,
  keeps: `$ node bin/taxonomy.js verify --trusted-key log.vkey
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

export const logRemoved: Check<"log/removed", { readonly revision: string }> = {
  id: "log/removed",
  title: "Removed checkpoint",
  ...log,
  explanation:
    "A log that is signed stays signed. Without its checkpoint, nobody could tell whether the history was rewritten, and a release could be published without the key. Therefore the folder of the releases must contain a checkpoint if an earlier commit has one.",
  breaks: `$ node bin/taxonomy.js verify --base origin/main
# origin/main has releases/checkpoint; it is missing here`,
  keeps: `$ node bin/taxonomy.js verify --base origin/main
# origin/main has releases/checkpoint, and so has this folder`,
  message: ({ revision }) => `The checkpoint of the log is missing, and ${revision} has one`,
  help: ({ revision }) => `Restore releases/checkpoint from ${revision}.`
}

/** The log that a checkpoint is of, and how many of its events it covers. */
export type CoveredLog = {
  readonly origin: string
  readonly size: number
}

/** The facts of a checkpoint that says less than the one of an earlier commit. */
type RolledBackLog = {
  readonly revision: string
  readonly before: CoveredLog
  readonly present: CoveredLog
}

export const logRolledBack: Check<"log/rolled-back", RolledBackLog> = {
  id: "log/rolled-back",
  title: "Rolled-back checkpoint",
  ...log,
  explanation:
    "A log keeps its name, and its checkpoint never covers fewer events than before. An older checkpoint hides that events were added without the private key of the log, and a checkpoint of another log makes readers who trust the keys of this one reject it. Restore releases/checkpoint from git.",
  breaks: `$ node bin/taxonomy.js verify --base origin/main
# at origin/main, the checkpoint covers 3 events; here it covers 2`,
  keeps: `$ node bin/taxonomy.js verify --base origin/main
# at origin/main, the checkpoint covers 3 events; here it covers 4 events of the same log`,
  message: ({ before, present, revision }) =>
    present.origin === before.origin
      ? `The checkpoint covers the log up to event ${present.size}, but the one at ${revision} up to event ${before.size}`
      : `The checkpoint is from the log ${present.origin}, but the one at ${revision} is from ${before.origin}`,
  help: ({ revision }) => `Restore releases/checkpoint from ${revision}, and find out who changed it.`
}
