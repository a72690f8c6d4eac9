/** The exit codes of the program. An answer other than yes has its own, so that nothing else looks like one. */
export const ExitCode = {
  /** Yes, valid, or written. */
  success: 0,
  /** No, unknown or invalid. */
  negative: 1,
  /** Invalid arguments, options or environment, or a license or a use that the release refuses. */
  usage: 2,
  /** A file or the service cannot be read or written, or the service rejected the request. */
  couldNotRun: 3
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** Why the program ends without its result. */
// @effect-diagnostics-next-line extendsNativeError:off
export class ProgramFailure extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

export const usage = (problem: string): ProgramFailure =>
  new ProgramFailure(`${problem} Run taxonomy-client --help.`, ExitCode.usage)

/** The message of an error of Node. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
