import { formatChainProblem, type ChainDamage } from "../../ledger/HashChain.ts"
import type { Check } from "../Check.ts"
import { restoreLedger } from "./RestoreLedger.ts"

export const torn: Check<"ledger/torn", ChainDamage> = {
  id: "ledger/torn",
  title: "Truncated ledger",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "The ledger ends in the middle of an event. Publishing replaces the whole file, so no crash of this program has this effect; an interrupted copy or an editor can have it. Restore the ledger from git or a backup.",
  breaks: `{"data":{"base":"1.0.0", … },"hash":"sha256:4f`,
  keeps: `{"data":{"base":"1.0.0", … },"hash":"sha256:4f…", … }\\n`,
  message: formatChainProblem,
  help: () => restoreLedger
}
