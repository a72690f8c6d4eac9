import { parseArgs } from "node:util"
import { formatProblem } from "../config/DescribeProblem.ts"
import { InvalidConfig } from "../config/JudgeLicense.ts"
import { InvalidArgument, TaxonomyError, type AnyTaxonomyError } from "../model/ClientErrors.ts"
import { commands, options, type Command, type OptionValues } from "./Commands.ts"
import { ExitCode, messageOf, ProgramFailure, usage } from "./ProgramFailure.ts"
import { nameOf, openSource, type ProgramEnvironment } from "./Source.ts"

/** Where the program writes to. */
export interface Output {
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs the program and returns its exit code. */
export const runProgram = async (
  args: ReadonlyArray<string>,
  environment: ProgramEnvironment,
  { complain, print }: Output
): Promise<ExitCode> => {
  let places: Places = {}
  try {
    const { positionals, values } = parse(args)
    const [name, ...files] = positionals
    const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
    if (args.length === 0 || (values.help === true && (name === undefined || command !== undefined))) {
      print(command === undefined || name === undefined ? programHelp() : commandHelp(name, command))
      return ExitCode.success
    }
    if (command === undefined) throw usage(`Unknown command "${name ?? ""}".`)
    checkArguments(`${name}`, command, files, values)
    places = Object.fromEntries(Object.keys(command.parameters).map((each, index) => [each, files[index] ?? ""]))
    const source = await openSource(values, environment, (warning) => complain(`warning: ${warning}\n`))
    return await command.run({ files, values, source, print })
  } catch (error) {
    const failure = toProgramFailure(error, places)
    if (failure === undefined) throw error
    complain(`error: ${failure.message}\n`)
    return failure.exitCode
  }
}

/** The arguments of a command, by the name of their parameter, which is that of the functions that it calls. */
type Places = Readonly<Record<string, string>>

const parse = (args: ReadonlyArray<string>) => {
  // The arguments of a process are visible to all users of the machine.
  if (args.some((argument) => /^--(?:api-?)?key(?:=|$)/.test(argument))) {
    throw usage("An API key is not an option, since other users can read it there. Set TAXONOMY_API_KEY or --key-file.")
  }
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // What follows the first sentence is advice that does not fit.
    const [sentence] = messageOf(error).split(/\n|\. To /)
    throw usage(`${sentence?.replace(/\.$/, "")}.`)
  }
}

const checkArguments = (
  name: string,
  { options: allowed, parameters }: Command,
  files: ReadonlyArray<string>,
  values: OptionValues
): void => {
  const names = Object.keys(parameters)
  const missing = names[files.length]
  if (missing !== undefined) throw usage(`${name} needs <${missing}>.`)
  if (files.length > names.length) throw usage(`Unknown argument "${files[names.length]}".`)
  const other = Object.keys(values).find((option) => !allowed.some((each) => each === option))
  if (other !== undefined) throw usage(`${name} does not take --${other}.`)
  if (!["pretty", "json", undefined].includes(values.format)) throw usage("--format must be pretty or json.")
  if ([...files, values.schema, values.from].filter((file) => file === "-").length > 1) {
    throw usage("Standard input can be read once. Name a file for the rest.")
  }
}

/** What an error means for the user of the program; `undefined` for a defect. */
const toProgramFailure = (error: unknown, places: Places): ProgramFailure | undefined => {
  if (error instanceof ProgramFailure) return error
  if (error instanceof InvalidConfig) {
    const lines = error.problems.map((problem) => `  ${formatProblem(problem)}`)
    const place = nameOf(places[error.argument] ?? error.argument)
    return new ProgramFailure([`${place} is not valid. Correct it:`, ...lines].join("\n"), ExitCode.usage)
  }
  if (error instanceof InvalidArgument) return new ProgramFailure(describeArgument(error), ExitCode.usage)
  return isClientError(error) ? new ProgramFailure(error.message, ExitCode.couldNotRun) : undefined
}

/** The problem of an option of the client, with the name that it has for the user of the program. */
const describeArgument = ({ argument, message }: InvalidArgument): string =>
  `${inputs[argument] ?? argument}${message.slice(argument.length)}`

const inputs: Readonly<Record<string, string>> = {
  apiKey: "TAXONOMY_API_KEY or --key-file",
  baseUrl: "TAXONOMY_URL or --url",
  folder: "--folder",
  from: "--from",
  locale: "--locale",
  version: "--version"
}

const isClientError = (error: unknown): error is AnyTaxonomyError => error instanceof TaxonomyError

const programHelp = (): string => `Judge configs and licenses by a release, and write its types.

USAGE
  taxonomy-client <command> [options]

COMMANDS
${table(Object.entries(commands).map(([name, { purpose }]) => [name, purpose]))}
  Run taxonomy-client <command> --help for its options.

${exitCodes}`

const commandHelp = (name: string, command: Command): string => {
  const parameters = Object.entries(command.parameters).map(([each, help]) => [`<${each}>`, help] as const)
  const sections = [
    `${command.purpose}.`,
    `USAGE\n  ${["taxonomy-client", name, ...parameters.map(([each]) => each), "[options]"].join(" ")}`,
    ...(parameters.length === 0 ? [] : [`ARGUMENTS\n${table(parameters)}`]),
    `OPTIONS\n${table(command.options.map((option) => optionRow(option)))}`,
    `EXAMPLES\n${Object.entries(command.examples)
      .map(([example, help]) => `  # ${help}\n  ${example}`)
      .join("\n\n")}`,
    exitCodes
  ]
  return sections.join("\n\n")
}

const optionRow = (name: keyof OptionValues) => {
  const { help, value } = options[name]
  return [`--${name}${value === undefined ? "" : ` <${value}>`}`, help] as const
}

const table = (rows: ReadonlyArray<readonly [name: string, help: string]>): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`).join("\n")
}

const exitCodes = `EXIT CODES
  0  yes, valid, or written
  1  no, unknown, or invalid
  2  invalid arguments, options or environment, or a license or a use that the release refuses
  3  a file or the service cannot be read or written, or the service rejected the request
`
