import { formatChainProblem, type ChainDamage } from "../../ledger/HashChain.ts"
import type { Check } from "../Check.ts"
import { restoreLedger } from "./RestoreLedger.ts"

export const contradiction: Check<"ledger/contradiction", ChainDamage> = {
  id: "ledger/contradiction",
  title: "Contradictory event",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "Each event is readable, but together they are impossible: a version that is published twice, a base that was never published, the end of a major without a successor, a key that is revoked before it is issued. This program never writes such a ledger; a merge of two ledgers can create one. Take the ledger of the upstream branch and publish again.",
  breaks: `# line 2 publishes 1.1.0
# line 3 publishes 1.1.0 again`,
  keeps: `# line 2 publishes 1.1.0
# line 3 publishes 1.2.0`,
  message: formatChainProblem,
  help: () => restoreLedger
}
