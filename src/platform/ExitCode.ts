/** Exit codes of every command. A command or an error that needs another meaning adds it here. */
export const ExitCode = {
  success: 0,
  /** A check found something, or a command was rejected. */
  findings: 1,
  /** Invalid arguments, options or environment. */
  usage: 2,
  /** Missing permissions, a full disk, an unreachable service. */
  couldNotRun: 3,
  /** Published data is not what was once written. */
  broken: 4
} as const
