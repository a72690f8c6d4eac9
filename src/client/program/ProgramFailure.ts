import { InvalidArgument, TaxonomyError, type AnyTaxonomyError } from "../model/ClientErrors.ts"

/** The exit codes of the program. They are those of `taxonomy`. */
export const ExitCode = {
  success: 0,
  /** The service rejected the request. */
  rejected: 1,
  /** Invalid arguments, options or environment. */
  usage: 2,
  /** A file or the service cannot be read or written. */
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

/** The message of an error of Node. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What an error means for the user of the program; `undefined` for a defect. */
export const toProgramFailure = (error: unknown): ProgramFailure | undefined => {
  if (error instanceof ProgramFailure) return error
  if (error instanceof InvalidArgument) return new ProgramFailure(describeArgument(error), ExitCode.usage)
  return isClientError(error) ? new ProgramFailure(error.message, exitCodeOf(error)) : undefined
}

/** The problem of an option of the client, with the name that it has for the user of the program. */
const describeArgument = ({ argument, message }: InvalidArgument): string =>
  `${inputs[argument] ?? argument}${message.slice(argument.length)}`

const inputs: Readonly<Record<string, string>> = {
  apiKey: "TAXONOMY_API_KEY or --key-file",
  baseUrl: "TAXONOMY_URL or --url",
  version: "--version"
}

const isClientError = (error: unknown): error is AnyTaxonomyError => error instanceof TaxonomyError

const exitCodeOf = ({ _tag }: AnyTaxonomyError): ExitCode => {
  switch (_tag) {
    case "NetworkError":
    case "RequestTimedOut":
    case "ServerError":
    case "UnexpectedAnswer":
      return ExitCode.couldNotRun
    default:
      return ExitCode.rejected
  }
}
