import { inTheWay } from "../domain/checks/ArtifactChecks.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import { makeFinding, type Finding, inRelease } from "../domain/Finding.ts"
import type { ChainBroken } from "../domain/ledger/HashChain.ts"
import type { CheckpointBroken } from "../transparency/CheckpointFiles.ts"
import { ledgerFile } from "./ledger/Ledger.ts"
import { checkpointFinding } from "./log/LogFindings.ts"
import type { FolderInTheWay } from "./Publish.ts"

/** The finding for an error that prevents any decision or publication. */
export const brokenFinding = (error: ChainBroken | CheckpointBroken | FolderInTheWay): Finding => {
  if (error._tag === "CheckpointBroken") return checkpointFinding(error.cause.problem, error.file)
  if (error._tag === "FolderInTheWay") {
    const { differing, folder, name } = error
    return makeFinding(inTheWay, { folder, differing }, { location: inRelease(name) })
  }
  const { line, problem, rule } = error
  return makeFinding(getCheck(rule), { line, problem }, { location: inRelease(ledgerFile, line) })
}
