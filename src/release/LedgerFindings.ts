import { pointTo, type Finding } from "../domain/diagnostic/Finding.ts"
import type { ChainBroken } from "../domain/ledger/ChainBroken.ts"
import { ledgerFile } from "./ledger/Ledger.ts"
import type { FolderInTheWay } from "./Publish.ts"

/** What to do about what a newer version wrote, which is as sound as ever. */
export const updateProgram = "Update this program."

/** Why nothing can be decided or published on top of what there is, as a finding. */
export const brokenFinding = (error: ChainBroken | FolderInTheWay): Finding =>
  error._tag === "ChainBroken"
    ? {
        rule: error.rule,
        level: "error",
        message: error.message,
        help:
          error.rule === "ledger/newer-version"
            ? updateProgram
            : "Restore releases/ from git or a backup; what follows this line in the ledger cannot be trusted.",
        at: pointTo.release(ledgerFile, error.line)
      }
    : {
        rule: "artifact/in-the-way",
        level: "error",
        message: error.message,
        help: "Look at what it holds, and move it away.",
        at: pointTo.release(error.name)
      }
