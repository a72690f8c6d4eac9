import { formatChainProblem, type ChainDamage } from "../../ledger/HashChain.ts"
import type { Check } from "../Check.ts"

export const newerVersion: Check<"ledger/newer-version", ChainDamage> = {
  id: "ledger/newer-version",
  title: "Event of a newer program version",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "The ledger contains an event of a type or schema that this version does not know. The ledger is intact, but skipping the event would give wrong snapshots and wrong dates. Update this program and run again.",
  breaks: `{ … ,"schema":1,"sequence":3,"type":"ReleaseRenamed"}`,
  keeps: `{ … ,"schema":1,"sequence":3,"type":"ReleasePublished"}`,
  message: formatChainProblem,
  help: () => "Update this program."
}
