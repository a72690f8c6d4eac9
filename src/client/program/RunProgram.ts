import { readFile, writeFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { renderTypes } from "../../api/typescript/RenderTypes.ts"
import { findMismatch, formatPath } from "../model/BodyType.ts"
import { taxonomySchemaType } from "../model/BodyTypes.generated.ts"
import { InvalidArgument, TaxonomyError, type AnyTaxonomyError } from "../model/ClientErrors.ts"
import type { TaxonomySchema } from "../model/Model.generated.ts"
import { TaxonomyClient } from "../TaxonomyClient.ts"

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
  try {
    const options = parseTypesOptions(args, environment)
    if (options === "help") {
      print(programHelp)
      return ExitCode.success
    }
    const schema = await readSchema(options.source, (warning) => complain(`warning: ${warning}\n`))
    const types = renderTypes(schema)
    if (options.out === undefined) {
      print(types)
    } else {
      await write(options.out, types)
      print(`Wrote the types of ${schema.namespace} ${schema._meta.release} to ${options.out}.\n`)
    }
    return ExitCode.success
  } catch (error) {
    const failure = toProgramFailure(error)
    if (failure === undefined) throw error
    complain(`error: ${failure.message}\n`)
    return failure.exitCode
  }
}

const write = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new ProgramFailure(`${file} cannot be written: ${messageOf(error)}`, ExitCode.couldNotRun)
  }
}

/** Reads the schema of a release from the service or from a file. */
const readSchema = async (source: TypesOptions["source"], warn: (warning: string) => void): Promise<TaxonomySchema> => {
  if (source._tag === "File") return readSavedSchema(source.file)
  const { key, url, version } = source
  const apiKey = "value" in key ? key.value : (await readText(key.file)).trim()
  return new TaxonomyClient({ baseUrl: url, apiKey, version, warn }).schema()
}

const readSavedSchema = async (file: string): Promise<TaxonomySchema> => {
  const name = file === "-" ? "Standard input" : file
  const schema = parseJson(name, await (file === "-" ? text(process.stdin) : readText(file)))
  const mismatch = findMismatch(taxonomySchemaType, schema)
  if (mismatch === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The guard checks what the type promises
    return schema as TaxonomySchema
  }
  const path = formatPath(mismatch)
  const place = path === "" ? "" : ` at ${path}`
  throw new ProgramFailure(
    `${name} is not the schema of a release: ${mismatch.message}${place}. Save the response of GET /v1/schema.`,
    ExitCode.couldNotRun
  )
}

const parseJson = (name: string, json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new ProgramFailure(`${name} is not JSON: ${messageOf(error)}`, ExitCode.couldNotRun)
  }
}

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    throw new ProgramFailure(`${file} cannot be read: ${messageOf(error)}`, ExitCode.couldNotRun)
  }
}

/** Where the schema comes from, and where its types go. */
interface TypesOptions {
  readonly source:
    | {
        readonly _tag: "File"
        /** `-` for standard input. */
        readonly file: string
      }
    | {
        readonly _tag: "Service"
        readonly url: string
        readonly key: { readonly value: string } | { readonly file: string }
        /** `undefined` for the default of the client. */
        readonly version: string | undefined
      }
  /** `undefined` for standard output. */
  readonly out: string | undefined
}

/** The environment variables of a process. */
type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/** Parses the arguments. Returns `"help"` if they ask for it. Throws a `ProgramFailure`. */
const parseTypesOptions = (args: ReadonlyArray<string>, environment: ProgramEnvironment): TypesOptions | "help" => {
  const { positionals, values } = parse(args)
  if (values.help === true || args.length === 0) return "help"
  const [command, ...rest] = positionals
  if (command !== "types" || rest.length > 0) {
    throw usage(command === "types" ? `Unknown argument "${rest[0]}".` : `Unknown command "${command ?? ""}".`)
  }
  const { "key-file": keyFile, out, schema, url = environment["TAXONOMY_URL"], version } = values
  if (schema !== undefined) {
    const other = (["key-file", "url", "version"] as const).find((name) => values[name] !== undefined)
    if (other !== undefined) throw usage(`--schema needs no service. Remove --${other}.`)
    return { source: { _tag: "File", file: schema }, out }
  }
  const key = environment["TAXONOMY_API_KEY"]
  if (url === undefined || url === "") throw usage("The address of the service is missing. Set TAXONOMY_URL or --url.")
  if (keyFile === undefined && (key === undefined || key === "")) {
    throw usage("The API key is missing. Set TAXONOMY_API_KEY or --key-file.")
  }
  return {
    source: {
      _tag: "Service",
      url,
      key: keyFile === undefined ? { value: key ?? "" } : { file: keyFile },
      version
    },
    out
  }
}

const parse = (args: ReadonlyArray<string>) => {
  // The arguments of a process are visible to all users of the machine.
  if (args.some((argument) => /^--(?:api-?)?key(?:=|$)/.test(argument))) {
    throw usage("An API key is not an option, since other users can read it there. Set TAXONOMY_API_KEY or --key-file.")
  }
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        "key-file": { type: "string" },
        out: { type: "string" },
        schema: { type: "string" },
        url: { type: "string" },
        version: { type: "string" }
      }
    })
  } catch (error) {
    // What follows the first sentence is advice that does not fit.
    const [sentence] = messageOf(error).split(/\n|\. To /)
    throw usage(`${sentence?.replace(/\.$/, "")}.`)
  }
}

const usage = (problem: string): ProgramFailure =>
  new ProgramFailure(`${problem} Run taxonomy-client --help.`, ExitCode.usage)

/** The exit codes of the program. They are those of `taxonomy`. */
const ExitCode = {
  success: 0,
  /** The service rejected the request. */
  rejected: 1,
  /** Invalid arguments, options or environment. */
  usage: 2,
  /** A file or the service cannot be read or written. */
  couldNotRun: 3
} as const

type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** Why the program ends without its result. */
// @effect-diagnostics-next-line extendsNativeError:off
class ProgramFailure extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The message of an error of Node. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What an error means for the user of the program; `undefined` for a defect. */
const toProgramFailure = (error: unknown): ProgramFailure | undefined => {
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

/** The help of the program. */
const programHelp = `Write the TypeScript types of a release: its dimensions, codes, licenses and configs.

USAGE
  taxonomy-client types [--version <version>] [--out <file>] [options]

OPTIONS
  --version <version>   Release to read: v1, v1.3 or v1.3.0 (default: v1, the newest release 1.x)
  --out <file>          File to write (default: standard output)
  --url <address>       Base address of the service (default: TAXONOMY_URL)
  --key-file <file>     File that contains the API key (default: the key in TAXONOMY_API_KEY)
  --schema <file>       Saved schema to read instead of the service, "-" for standard input
  --help                Print this help

EXAMPLES
  # Write the types of the newest release 1.3.x
  taxonomy-client types --version v1.3 --out taxonomy.ts

  # Write the types of a saved schema, without the service
  taxonomy-client types --schema schema.json --out taxonomy.ts

EXIT CODES
  0  the types are written
  1  the service rejected the request
  2  invalid options or environment
  3  a file or the service cannot be read or written
`
