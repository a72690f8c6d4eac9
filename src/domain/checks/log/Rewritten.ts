import type { Check } from "../Check.ts"
import { formatCheckpointFinding, helpRestoreHistory, type CheckpointFinding } from "./CheckpointFinding.ts"

export const logRewritten: Check<"log/rewritten", CheckpointFinding> = {
  id: "log/rewritten",
  title: "Rewritten log",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "A person who rewrites the whole ledger can make its hashes match again, but not the root hash of a checkpoint that was signed before. The ledger has more events than the checkpoint covers, and the covered ones are not those that were signed. Do not trust the ledger. Take the releases folder of the upstream branch and publish on top of it.",
  breaks: `# the checkpoint covers 3 events; the ledger has 4, of which the second was changed`,
  keeps: `# the checkpoint covers 3 events; the ledger has the same 3 and a fourth`,
  message: formatCheckpointFinding,
  help: helpRestoreHistory
}
