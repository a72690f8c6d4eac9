import { formatChainProblem, type ChainDamage } from "../../ledger/HashChain.ts"
import type { Check } from "../Check.ts"
import { restoreLedger } from "./RestoreLedger.ts"

export const brokenChain: Check<"ledger/broken-chain", ChainDamage> = {
  id: "ledger/broken-chain",
  title: "Broken hash chain",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "Each event contains its own hash and that of the event before it, so that no event can be altered, removed, inserted or moved unnoticed. Nothing can be trusted from the line on that the finding names. Restore the ledger from git or a backup, and find out who changed it.",
  breaks: `# line 2 was edited after it was written`,
  keeps: `# every line is as it was written`,
  message: formatChainProblem,
  help: () => restoreLedger
}
