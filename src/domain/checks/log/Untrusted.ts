import type { Check } from "../Check.ts"
import { formatCheckpointFinding, type CheckpointFinding } from "./CheckpointFinding.ts"

export const logUntrusted: Check<"log/untrusted", CheckpointFinding> = {
  id: "log/untrusted",
  title: "Untrusted checkpoint",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "With --trusted-key, a key that you trust must have signed the checkpoint. Everybody can make a key with the same name, so keys are compared by their ID and not by their name. If the publisher has announced a new key, trust it; otherwise somebody else wrote this history.",
  breaks: `$ npx taxonomy verify --trusted-key taxonomy.example.com/log+6c2def5f+AW…
# the checkpoint is signed by taxonomy.example.com/log+91f0ac33`,
  keeps: `$ npx taxonomy verify --trusted-key taxonomy.example.com/log+6c2def5f+AW…
# the checkpoint is signed by taxonomy.example.com/log+6c2def5f`,
  message: formatCheckpointFinding,
  help: () => "Compare the trusted keys with those that the publisher announces. Restore releases/ if they are right."
}
