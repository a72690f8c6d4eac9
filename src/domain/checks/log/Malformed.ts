import type { Check } from "../Check.ts"
import { formatCheckpointFinding, type CheckpointFinding } from "./CheckpointFinding.ts"

export const logMalformed: Check<"log/malformed", CheckpointFinding> = {
  id: "log/malformed",
  title: "Malformed checkpoint",
  level: "error",
  stage: "ledger",
  waivable: false,
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
  message: formatCheckpointFinding,
  help: () => "Restore releases/checkpoint from git or a backup."
}
