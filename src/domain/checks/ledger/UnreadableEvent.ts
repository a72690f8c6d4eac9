import { formatChainProblem, type ChainDamage } from "../../ledger/HashChain.ts"
import type { Check } from "../Check.ts"
import { restoreLedger } from "./RestoreLedger.ts"

export const unreadableEvent: Check<"ledger/unreadable-event", ChainDamage> = {
  id: "ledger/unreadable-event",
  title: "Unreadable event",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "The hashes of the event match, but its data do not match the schema of its type, so another program wrote it, or a version of this one that was never released. Restore the ledger from git or a backup, or publish the release again from its sources.",
  breaks: `{"data":{ … ,"version":"one"}, … ,"type":"ReleasePublished"}`,
  keeps: `{"data":{ … ,"version":"1.0.0"}, … ,"type":"ReleasePublished"}`,
  message: formatChainProblem,
  help: ({ problem }) =>
    problem._tag === "UnreleasedVersion"
      ? "Publish its release again from its sources, into a folder without it."
      : restoreLedger
}
