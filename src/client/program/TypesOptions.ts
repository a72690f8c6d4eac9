import { parseArgs } from "node:util"
import { ExitCode, messageOf, ProgramFailure } from "./ProgramFailure.ts"

/** Where the schema comes from, and where its types go. */
export interface TypesOptions {
  readonly source: FileSource | ServiceSource
  /** `undefined` for standard output. */
  readonly out: string | undefined
}

/** A saved schema. */
export interface FileSource {
  readonly _tag: "File"
  /** `-` for standard input. */
  readonly file: string
}

/** A running service. */
export interface ServiceSource {
  readonly _tag: "Service"
  readonly url: string
  readonly key: { readonly value: string } | { readonly file: string }
  /** `undefined` for the default of the client. */
  readonly version: string | undefined
}

/** The environment variables of a process. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/** Parses the arguments. Returns `"help"` if they ask for it. Throws a `ProgramFailure`. */
export const parseTypesOptions = (
  args: ReadonlyArray<string>,
  environment: ProgramEnvironment
): TypesOptions | "help" => {
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
