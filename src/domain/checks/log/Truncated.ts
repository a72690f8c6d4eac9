import type { Check } from "../Check.ts"
import { formatCheckpointFinding, helpRestoreHistory, type CheckpointFinding } from "./CheckpointFinding.ts"

export const logTruncated: Check<"log/truncated", CheckpointFinding> = {
  id: "log/truncated",
  title: "Truncated log",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "The checkpoint covers more events than the ledger has. Every line of a ledger whose end was cut off is still valid, so only a checkpoint shows that events are missing. A copy that is older than the checkpoint looks the same. Update the copy first.",
  breaks: `# the checkpoint covers 3 events; the ledger has 2`,
  keeps: `# the checkpoint covers 3 events; the ledger has 3`,
  message: formatCheckpointFinding,
  help: (context) =>
    context.kept === null ? helpRestoreHistory(context) : `Update this copy first. ${helpRestoreHistory(context)}`
}
