import type { Check } from "../Check.ts"
import { formatCheckpointFinding, helpRestoreHistory, type CheckpointFinding } from "./CheckpointFinding.ts"

export const logFork: Check<"log/fork", CheckpointFinding> = {
  id: "log/fork",
  title: "Forked log",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "The checkpoint covers as many events as the ledger has, but other ones, so two histories of the same length exist. Two people published on the same base, or somebody shows different histories to different readers. If two people published, keep the ledger that was pushed first and publish the other release again.",
  breaks: `# the checkpoint covers 3 events; the third event of the ledger is another one`,
  keeps: `# the checkpoint covers the 3 events of the ledger`,
  message: formatCheckpointFinding,
  help: helpRestoreHistory
}
