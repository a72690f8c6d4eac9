import { type LogProblem, formatLogProblem } from "../../transparency/LogProblem.ts"

/** The facts of findings about a checkpoint. */
export type CheckpointFinding = {
  readonly problem: LogProblem
  /** The file that somebody kept; `null` for the checkpoint in the folder of the releases. */
  readonly kept: string | null
  /** True if a trusted key signed the kept checkpoint; `null` if no key was given. */
  readonly isSigned: boolean | null
}

/** What does not fit, and which checkpoint shows it. */
export const formatCheckpointFinding = ({ kept, problem }: CheckpointFinding): string =>
  `${formatLogProblem(problem)}${kept === null ? "" : ` (according to ${kept})`}`

/** The help of findings about a history that is not the one that was signed. */
export const helpRestoreHistory = ({ isSigned, kept }: CheckpointFinding): string => {
  const restore = "Restore releases/ from git or a backup that fits the checkpoint, and find out who changed it."
  if (kept === null || isSigned === null) return restore
  return isSigned
    ? `${restore} Keep ${kept}: the log signed it, so it proves that the history has changed.`
    : `${restore} No trusted key signed ${kept}, so make sure first that it is genuine.`
}
