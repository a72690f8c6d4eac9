import { readFile, writeFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { parseJson } from "../../domain/Json.ts"
import { describeJsonError } from "../../domain/JsonError.ts"
import { fromFolder } from "../folder/ReleaseFolder.ts"
import { findMismatch, formatMismatch } from "../model/BodyType.ts"
import { taxonomySchemaType } from "../model/BodyTypes.generated.ts"
import { localize, parseLocale } from "../model/Localization.ts"
import type { Items, TaxonomySchema } from "../model/Model.generated.ts"
import type { DeprecationNotice } from "../options/ClientOptions.ts"
import { TaxonomyClient } from "../TaxonomyClient.ts"
import type { OptionValues } from "./Commands.ts"
import { ExitCode, messageOf, ProgramFailure, usage } from "./ProgramFailure.ts"

/** What schemas come from: the service, a folder of releases, or files. */
export interface Source {
  readonly schema: () => Promise<TaxonomySchema>
  /** The schema of another release, as `--from` names it. */
  readonly other: (release: string) => Promise<TaxonomySchema>
  /** All items that a release ever had; `undefined` without a service. */
  readonly items: () => Promise<Items | undefined>
}

/** The environment variables of a process. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/** Selects the source that the options name. Throws a `ProgramFailure` for options that do not go together. */
export const openSource = async (
  values: OptionValues,
  environment: ProgramEnvironment,
  warn: (warning: string) => void
): Promise<Source> => {
  const { folder, "key-file": keyFile, schema, url = environment["TAXONOMY_URL"], version } = values
  const locale = values.locale?.split(",")
  refuseOthers(values, "schema", ["folder", "key-file", "url", "version"])
  refuseOthers(values, "folder", ["key-file", "url"])
  if (schema !== undefined) {
    const languages = parseLocale(locale ?? [], "en")
    if (languages === undefined)
      throw usage("--locale must be a language tag such as fr or pt-BR, or several with commas.")
    const read = async (file: string): Promise<TaxonomySchema> => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Localization changes texts alone
      return localize(taxonomySchemaType, await readSavedSchema(file), languages) as TaxonomySchema
    }
    return { schema: () => read(schema), other: read, items: async () => undefined }
  }
  if (folder !== undefined) return sourceOf(await fromFolder(folder, { version, locale, warn }), false)
  const key = environment["TAXONOMY_API_KEY"]
  if (url === undefined || url === "") throw usage("The address of the service is missing. Set TAXONOMY_URL or --url.")
  if (keyFile === undefined && (key === undefined || key === "")) {
    throw usage("The API key is missing. Set TAXONOMY_API_KEY or --key-file.")
  }
  const apiKey = keyFile === undefined ? key : (await readText(keyFile)).trim()
  let isTold = false
  const onDeprecation = ({ text }: DeprecationNotice): void => {
    if (!isTold) warn(shortNotice(text))
    isTold = true
  }
  return sourceOf(new TaxonomyClient({ baseUrl: url, apiKey, version, locale, warn, onDeprecation }), true)
}

/** The first warning, which is of the release if there is one. A schema is answered with those of all its deprecated items. */
const shortNotice = (text: string): string => {
  const [first = "", ...others] = text.split("; ")
  return `Deprecation: ${first}${others.length === 0 ? "" : "; GET /v1/schema has the others"}`
}

const refuseOthers = (
  values: OptionValues,
  name: "folder" | "schema",
  others: ReadonlyArray<keyof OptionValues>
): void => {
  const other = values[name] === undefined ? undefined : others.find((each) => values[each] !== undefined)
  if (other !== undefined) throw usage(`--${name} needs no service. Remove --${other}.`)
}

const sourceOf = (client: TaxonomyClient, hasItems: boolean): Source => ({
  schema: () => client.schema(),
  other: (version) => client.withOptions({ version }).schema(),
  items: async () => (hasItems ? client.items() : undefined)
})

const readSavedSchema = async (file: string): Promise<TaxonomySchema> => {
  const schema = await readJson(file)
  const mismatch = findMismatch(taxonomySchemaType, schema)
  if (mismatch === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The guard checks what the type promises
    return schema as TaxonomySchema
  }
  const problem = `is not the schema of a release: ${formatMismatch(mismatch)}. Save the response of GET /v1/schema.`
  throw new ProgramFailure(`${nameOf(file)} ${problem}`, ExitCode.couldNotRun)
}

/** Reads the JSON of a file, or of standard input for `-`. Fails with the place where it is not JSON. */
export const readJson = async (file: string): Promise<unknown> => {
  const json = await (file === "-" ? text(process.stdin) : readText(file))
  const value = parseJson(json)
  if (value !== undefined) return value
  throw new ProgramFailure(describeJsonError(nameOf(file), json), ExitCode.couldNotRun)
}

/** The name of a file in sentences. */
export const nameOf = (file: string): string => (file === "-" ? "Standard input" : file)

export const writeText = async (file: string, content: string): Promise<void> => {
  try {
    await writeFile(file, content)
  } catch (error) {
    throw new ProgramFailure(`${file} cannot be written: ${messageOf(error)}`, ExitCode.couldNotRun)
  }
}

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    throw new ProgramFailure(`${file} cannot be read: ${messageOf(error)}`, ExitCode.couldNotRun)
  }
}
