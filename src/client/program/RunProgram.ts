import { readFile, writeFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { renderTypes } from "../../api/typescript/RenderTypes.ts"
import { findMismatch, formatPath } from "../model/BodyType.ts"
import { taxonomySchemaType } from "../model/BodyTypes.generated.ts"
import type { TaxonomySchema } from "../model/Model.generated.ts"
import { TaxonomyClient } from "../TaxonomyClient.ts"
import { ExitCode, messageOf, ProgramFailure, toProgramFailure } from "./ProgramFailure.ts"
import { parseTypesOptions, type ProgramEnvironment, type TypesOptions } from "./TypesOptions.ts"

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
