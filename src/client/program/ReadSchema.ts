import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { formatPath } from "../model/guards/Guard.ts"
import { guardSchema } from "../model/guards/SchemaGuards.ts"
import type { TaxonomySchema } from "../model/SchemaModel.ts"
import { TaxonomyClient } from "../TaxonomyClient.ts"
import { ExitCode, messageOf, ProgramFailure } from "./ProgramFailure.ts"
import type { TypesOptions } from "./TypesOptions.ts"

/** Reads the schema of a release from the service or from a file. */
export const readSchema = async (
  source: TypesOptions["source"],
  warn: (warning: string) => void
): Promise<TaxonomySchema> => {
  if (source._tag === "File") return readSavedSchema(source.file)
  const { key, url, version } = source
  const apiKey = "value" in key ? key.value : (await readText(key.file)).trim()
  return new TaxonomyClient({ baseUrl: url, apiKey, version, warn }).schema()
}

const readSavedSchema = async (file: string): Promise<TaxonomySchema> => {
  const name = file === "-" ? "Standard input" : file
  const schema = parseJson(name, await (file === "-" ? text(process.stdin) : readText(file)))
  const mismatch = guardSchema(schema)
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
