import type { Check } from "../Check.ts"
import { formatCheckpointFinding, type CheckpointFinding } from "./CheckpointFinding.ts"

export const logQuorum: Check<"log/quorum", CheckpointFinding> = {
  id: "log/quorum",
  title: "Missing cosignatures",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "With --witness, witnesses must have cosigned the checkpoint: all of them, or as many as --quorum says. A witness cosigns only a log that has grown since it last saw it, so a publisher cannot show different histories to readers who trust the same witnesses. After a release, wait until the witnesses have cosigned it.",
  breaks: `$ npx taxonomy verify --trusted-key log.vkey --witness one.vkey --witness two.vkey
# only the first witness cosigned the checkpoint`,
  keeps: `$ npx taxonomy verify --trusted-key log.vkey --witness one.vkey --witness two.vkey --quorum 1
# only the first witness cosigned the checkpoint`,
  message: formatCheckpointFinding,
  help: () => "Ask the missing witnesses to cosign the checkpoint, or lower --quorum."
}
