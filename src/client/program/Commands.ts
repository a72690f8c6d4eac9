import { existsSync } from "node:fs"
import { renderTypes } from "../../api/typescript/RenderTypes.ts"
import { asSentence } from "../../domain/Sentence.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { titled } from "../config/DescribeAnswer.ts"
import { formatProblem } from "../config/DescribeProblem.ts"
import {
  covers,
  describeCovers,
  describePermits,
  permits,
  type CoversAnswer,
  type PermitsAnswer
} from "../config/JudgeLicense.ts"
import { migrateConfig, type ConfigMigration } from "../config/MigrateConfig.ts"
import { validateConfig } from "../config/ValidateConfig.ts"
import type { TaxonomySchema } from "../model/Model.generated.ts"
import { ExitCode, usage } from "./ProgramFailure.ts"
import { nameOf, readJson, writeText, type Source } from "./Source.ts"

/** The options of all commands. Parsing and help follow from them. */
export const options = {
  version: {
    type: "string",
    value: "version",
    help: "Release to read: v1, v1.3 or v1.3.0 (default: v1, the newest 1.x)"
  },
  from: { type: "string", value: "release", help: "Release of the config: a version, or with --schema a saved schema" },
  modernize: { type: "boolean", value: undefined, help: "Also replace deprecated items" },
  format: { type: "string", value: "format", help: "Format of the output: pretty or json (default: pretty)" },
  locale: {
    type: "string",
    value: "tags",
    help: "Language of labels, such as fr-CA or fr-CA,es (default: untranslated)"
  },
  out: { type: "string", value: "file", help: "File to write (default: standard output)" },
  url: { type: "string", value: "address", help: "Base address of the service (default: TAXONOMY_URL)" },
  "key-file": { type: "string", value: "file", help: "File with the API key (default: the key in TAXONOMY_API_KEY)" },
  folder: { type: "string", value: "folder", help: "Folder of releases, or of one, to read instead of the service" },
  schema: { type: "string", value: "file", help: "Saved schema to read instead of the service, - for standard input" },
  help: { type: "boolean", short: "h", value: undefined, help: "Print this help" }
} as const

type OptionName = keyof typeof options

/** The given options, by name. */
export type OptionValues = {
  readonly [Name in OptionName]?: (typeof options)[Name]["type"] extends "boolean" ? boolean : string
}

/** What a command gets. */
interface CommandInput {
  readonly files: ReadonlyArray<string>
  readonly values: OptionValues
  readonly source: Source
  readonly print: (text: string) => void
}

/** A command of the program. */
export interface Command {
  /** What it does, as an imperative. */
  readonly purpose: string
  /** What the arguments are, by name. */
  readonly parameters: Readonly<Record<string, string>>
  readonly options: ReadonlyArray<OptionName>
  /** What each example does. */
  readonly examples: Readonly<Record<string, string>>
  readonly run: (input: CommandInput) => Promise<ExitCode>
}

const sourceOptions = ["version", "url", "key-file", "folder", "schema", "help"] as const
const questionOptions = ["format", "locale", ...sourceOptions] as const
const configFile = "JSON file with a config, - for standard input"
const licenseOrFile = "Code of a base license, or JSON file with a config"

/** The commands, by name. */
export const commands: Readonly<Record<string, Command>> = {
  validate: {
    purpose: "Say whether a config is valid, and all that is wrong with it",
    parameters: { config: configFile },
    options: questionOptions,
    examples: {
      "taxonomy-client validate config.json --version v1.3": "By the newest release 1.3.x",
      "taxonomy-client validate - --schema schema.json --locale fr": "By a saved schema, with French labels"
    },
    run: async ({ files: [file = ""], print, source, values }) => {
      const schema = await source.schema()
      const found = validateConfig(schema, await readJson(file), await historyOf(source, schema))
      const { advice, deprecated, problems, valid } = found
      const { release } = schema._meta
      const verdict = valid ? "valid" : "invalid"
      const lines = () => [
        `${nameOf(file)} is ${valid ? "" : "not "}valid in release ${release}.`,
        ...problems.map((problem) => `  ${formatProblem(problem)}`),
        ...titled("Deprecated:", deprecated.map(formatDeprecated)),
        ...titled("Advice:", advice.map(formatProblem))
      ]
      print(format(values, { question: "validate", release, verdict, problems, deprecated, advice }, lines))
      return valid ? ExitCode.success : ExitCode.negative
    }
  },
  migrate: {
    purpose: "Say what a release makes of a config of another one, and make the config that is valid in it",
    parameters: { config: configFile },
    options: ["from", "modernize", "out", ...questionOptions],
    examples: {
      "taxonomy-client migrate config.json --from v1.0 --version v2 --out new.json":
        "From release 1.0.x to the newest release 2.x"
    },
    run: async ({ files: [file = ""], print, source, values }) => {
      const to = await source.schema()
      const from = values.from === undefined ? undefined : await source.other(values.from)
      const { modernize } = values
      const history = await historyOf(source, to)
      const migration = migrateConfig(await readJson(file), { to, from, modernize, ...history })
      const { config } = migration
      const { release } = to._meta
      const json = `${JSON.stringify(config, undefined, 2)}\n`
      if (config !== undefined && values.out !== undefined) await writeText(values.out, json)
      print(
        format(values, { question: "migrate", release, ...migration }, () => [
          ...describeMigration(file, release, migration),
          ...(migration.missing?.options.includes("from") === true ? [fromAdvice] : []),
          ...(config === undefined || values.out !== undefined || migration.steps.length === 0 ? [] : [json.trimEnd()])
        ])
      )
      return config === undefined ? ExitCode.negative : ExitCode.success
    }
  },
  permits: {
    purpose: "Say whether a license permits a use, and why",
    parameters: { license: licenseOrFile, use: "JSON file with the use, written like a config" },
    options: questionOptions,
    examples: { "taxonomy-client permits NIL-EDU-IMAGE use.json": "Whether a base license permits the use in a file" },
    run: answer("permits", permits, (schema, found, [license, use]) =>
      describePermits(schema, found, { license, use: `the use in ${use}` })
    )
  },
  covers: {
    purpose: "Say whether all that one license allows may be done under another, and why",
    parameters: {
      a: `License that gives. ${licenseOrFile}`,
      b: "License that is given under it, such as a sublicense: a code or a file"
    },
    options: questionOptions,
    examples: {
      "taxonomy-client covers NIL-EDU-IMAGE sublicense.json --format json":
        "Whether a sublicense stays within its license, for programs"
    },
    run: answer("covers", covers, (schema, found, [a, b]) => describeCovers(schema, found, { a, b }))
  },
  types: {
    purpose: "Write the TypeScript types of a release: its dimensions, codes, licenses and configs",
    parameters: {},
    options: ["out", ...sourceOptions],
    examples: {
      "taxonomy-client types --version v1.3 --out taxonomy.ts": "Of the newest release 1.3.x",
      "taxonomy-client types --schema schema.json --out taxonomy.ts": "Of a saved schema, without the service"
    },
    run: async ({ print, source, values: { out } }) => {
      const schema = await source.schema()
      if (out !== undefined) await writeText(out, renderTypes(schema))
      const { release } = schema._meta
      print(out === undefined ? renderTypes(schema) : `Wrote the types of ${schema.namespace} ${release} to ${out}.\n`)
      return ExitCode.success
    }
  }
}

const fromAdvice = "The release does not list what was removed. Name the release of the config with --from."

/** A schema of format 1 does not list what was removed, and a service does. */
const historyOf = async (source: Source, schema: TaxonomySchema) =>
  schema.removed === undefined ? { items: await source.items() } : {}

/** Answers a question on a license and another config. */
function answer<A extends CoversAnswer | PermitsAnswer>(
  question: string,
  judge: (schema: TaxonomySchema, license: unknown, other: unknown) => A,
  describe: (schema: TaxonomySchema, found: A, names: readonly [string, string]) => ReadonlyArray<string>
): Command["run"] {
  return async ({ files: [license = "", other = ""], print, source, values }) => {
    const schema = await source.schema()
    const found = judge(schema, await readConfig(schema, license), await readConfig(schema, other))
    const { config: _, release, ...facts } = found
    const names = [nameOf(license), nameOf(other)] as const
    print(format(values, { question, release, ...facts }, () => describe(schema, found, names)))
    return found.verdict === "yes" ? ExitCode.success : ExitCode.negative
  }
}

/** The config of a base license, or that of a file. */
const readConfig = async ({ _meta, base_licenses }: TaxonomySchema, argument: string): Promise<unknown> => {
  const license = base_licenses.find(({ code }) => code === argument)
  if (license !== undefined) return license.config
  if (argument === "-" || existsSync(argument)) return readJson(argument)
  const codes = base_licenses.map(({ code }) => code)
  const advice = didYouMean(argument, codes) ?? "Name a base license, or a JSON file with a config."
  throw usage(`No base license of release ${_meta.release} and no file is called "${argument}". ${advice}`)
}

/** A result as one line of JSON, or as lines for people. */
const format = (values: OptionValues, result: object, describe: () => ReadonlyArray<string>): string =>
  `${values.format === "json" ? JSON.stringify(result) : describe().join("\n")}\n`

const formatDeprecated = ({ deprecation, item, path }: ConfigMigration["deprecated"][number]): string => {
  const { reason, replaced_by, replacement, since } = deprecation
  const isTogether = replacement?.mode === "all_of"
  const names = formatReplacements({ replaced_by, ...(isTogether ? { replacement_mode: "all_of" } : {}) })
  const help = names === "" ? reason && asSentence(reason) : `Use ${names} instead.`
  return formatProblem({ path, message: `${item} is deprecated since ${since.version}`, help })
}

const describeMigration = (file: string, release: string, migration: ConfigMigration): ReadonlyArray<string> => {
  const { broken, deprecated, open, problems, steps, verdict } = migration
  const name = nameOf(file)
  const places = (facts: ConfigMigration["steps"] | ConfigMigration["open"]): ReadonlyArray<string> =>
    facts.map(({ message, path }) => `${path.length === 0 ? "" : `${path.join(".")}: `}${message}`)
  return [
    {
      valid: `${name} is valid in release ${release}.`,
      deprecated: `${name} is valid in release ${release}, and names deprecated items.`,
      broken: `${name} is not valid in release ${release} any more.`,
      invalid: `${name} is not valid in release ${release}.`
    }[verdict],
    ...titled("What broke:", broken.map(formatProblem)),
    ...titled("Deprecated:", deprecated.map(formatDeprecated)),
    ...titled("What changes:", places(steps)),
    ...titled("To decide:", places(open)),
    ...titled("What is wrong then:", problems.map(formatProblem))
  ]
}
