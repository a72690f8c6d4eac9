import { existsSync } from "node:fs"
import { join, dirname, relative } from "node:path"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Param from "effect/cli/Param"
import * as Prompt from "effect/cli/Prompt"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { containsApiKey, maskApiKeys } from "../../domain/keys/ApiKey.ts"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { withoutPrefix } from "../../domain/release/ReleaseLines.ts"
import { canonicalLanguageTag, isKnownLanguage } from "../../domain/taxonomy/Languages.ts"
import { Text, Version } from "../../domain/taxonomy/Scalars.ts"
import { findPlaceholder } from "../../domain/text/TextSlips.ts"
import { tables } from "../../export/ExportContent.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { isServerAddress } from "../../platform/ServerAddress.ts"
import { reportFormats, type ReportFormat } from "../../report/Reporters.ts"

/** The environment variable that supplies an option if the command line does not. */
export const environmentName = (option: string): string => `TAXONOMY_${option.toUpperCase().replaceAll("-", "_")}`

/** A text option, from the command line or the environment. */
export const textOption = (name: string, description: string, ...notes: ReadonlyArray<string>): Flag.Flag<string> =>
  Flag.String(name).pipe(withEnvironment(name, Config.String), withNotes(description, envNote(name), ...notes))

/** A text option with a default, which `shown` describes in the help. */
export const textOptionOr = (
  name: string,
  description: string,
  value: string | Effect.Effect<string>,
  shown = String(value)
): Flag.Flag<string> => textOption(name, description, defaultNote(shown)).pipe(Flag.withDefault(value))

/** A text argument, which the environment cannot set. */
export const textArgument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

/** The same with a schema for the text. */
export const schemaArgument = <A>(name: string, description: string, schema: Schema.Codec<A, string>) =>
  textArgument(name, description).pipe(Argument.withSchema(schema))

/** An option that takes one of a few words, from the command line or the environment. */
export const literalOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  ...notes: ReadonlyArray<string>
): Flag.Flag<Word> =>
  Flag.Literals(name, words).pipe(
    withEnvironment(name, (variable) => Config.Literals(words, variable)),
    withNotes(description, envNote(name), ...notes)
  )

/** The same with a default. */
export const literalOptionOr = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  value: NoInfer<Word>
): Flag.Flag<Word> => literalOption(name, words, description, defaultNote(value)).pipe(Flag.withDefault(value))

/** An option that takes one of a few words, and that may be left out. */
export const optionalLiteral = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  shown: string
): Flag.Flag<Word | undefined> => optional(literalOption(name, words, description, defaultNote(shown)))

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** Restricts an option to an e-mail address, or to another text that is valid. */
export const withEmail =
  (isValid = isEmail) =>
  (flag: Flag.Flag<string>): Flag.Flag<string> =>
    flag.pipe(
      Flag.withMetavar("address"),
      Flag.filter(isValid, () => "an e-mail address")
    )

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/** An option with one of a few words, with a prompt if it is missing on a terminal. */
export const choiceOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  question: string
) =>
  literalOption(name, words, description, promptNote).pipe(
    Flag.withFallbackPrompt(
      Prompt.Select({ message: question, choices: words.map((word) => ({ title: word, value: word })) })
    )
  )

export const promptNote = "prompted for on a terminal"

/** An option without a value, off by default. `--no-<name>` turns it off. */
export const toggleOption = (name: string, description: string, value = false): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(
    withEnvironment(name, Config.Boolean),
    withNotes(description, envNote(name), defaultNote(value ? "yes" : "no")),
    Flag.withDefault(value)
  )

/** A toggle without an environment variable, which would apply to later runs too. */
export const explicitToggle = (name: string, description: string, shown = "no"): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(withNotes(description, defaultNote(shown)), Flag.withDefault(false))

/** Sets the help text of an option, followed by notes in brackets. */
export const withNotes =
  (description: string, ...notes: ReadonlyArray<string>) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A> =>
    Flag.withDescription(flag, [description, ...notes.map((note) => `[${note}]`)].join(" "))

/** Falls back to the environment variable of an option. */
export const withEnvironment =
  <B>(name: string, config: (variable: string) => Config.Config<B>) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A | B> =>
    Flag.withFallbackConfig(flag, config(environmentName(name)))

export const envNote = (name: string): string => `env: ${environmentName(name)}`

export const defaultNote = (shown: string): string => `default: ${shown}`

export interface IntegerRange {
  /** Such as "a port". */
  readonly noun: string
  readonly minimum: number
  readonly maximum: number
}

/** Restricts a text option to the integers of a range. */
export const withRange = (flag: Flag.Flag<string>, range: IntegerRange): Flag.Flag<number> =>
  flag.pipe(
    Flag.withMetavar("integer"),
    Flag.filterMap(
      (text) => parseInteger(text, range),
      () => `${range.noun} from ${range.minimum} to ${range.maximum}`
    )
  )

const parseInteger = (text: string, { maximum, minimum }: IntegerRange): Option.Option<number> => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= minimum && value <= maximum ? Option.some(value) : Option.none()
}

/** A text option that may be missing. `shown` stands in the help as its default. */
export const optionalOption = (name: string, description: string, shown: string, metavar: string) =>
  textOption(name, description, defaultNote(shown)).pipe(Flag.withMetavar(metavar), optional)

/** An option or argument that may be missing. */
export const optional = <Kind extends Param.ParamKind, A>(
  param: Param.Param<Kind, A>
): Param.Param<Kind, A | undefined> => Param.map(Param.optional(param), Option.getOrUndefined)

const maxLength = 500

/** One line of text for records, which are printed in lines and columns: a line break would look like another record. */
export const SingleLineText = Text.check(
  Schema.isMaxLength(maxLength),
  Schema.isPattern(/^[^\n\t\u2028\u2029]*$/, { expected: "one line of text" }),
  Schema.isPattern(/^(?:[\u200c\u200d]|\P{Cf})*$/u, {
    expected: "text without invisible characters, such as those that change the writing direction",
    hint: "Remove the character. Pasted text often contains one."
  })
)

/** A path in the project, relative to the current directory. */
export const projectPath = (name: string) => Effect.sync(() => join(projectFolder(process.cwd()), name))

/** What an option or argument with a path accepts. */
const isPath = (text: string): boolean => !isServerAddress(text)
const pathForm = (): string => "a path. Begin it with ./ if it looks like the address of a server"

/** Restricts an option to the path of a file. */
export const withFile = (flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(Flag.withMetavar("file"), Flag.filter(isPath, pathForm))

/** A file that may be missing. `shown` stands in the help as its default. */
export const fileOption = (name: string, description: string, shown: string) =>
  textOption(name, description, defaultNote(shown)).pipe(withFile, optional)

export const fileArgument = (name: string, description: string) =>
  textArgument(name, description).pipe(Argument.filter(isPath, pathForm))

/** Restricts an option to the path of a folder. */
export const withFolder = (flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(Flag.withMetavar("folder"), Flag.filter(isPath, pathForm))

/** A folder of the project, below the current one. */
export const folderOption = (name: string, description: string, usual: string) =>
  textOptionOr(name, description, projectPath(usual), `${usual} of the project`).pipe(withFolder)

export const sourcesOption = folderOption("src", "Folder of the sources", "taxonomy-src")

export const releasesOption = folderOption("releases", "Folder of the releases", "releases")

export const reasonOption = (description: string): Flag.Flag<string> =>
  withoutPlaceholder(singleLine("reason", textOption("reason", description)))

/** Refuses a text that still has to be written, since it is published for good. */
export const withoutPlaceholder = (flag: Flag.Flag<string>): Flag.Flag<string> =>
  Flag.mapEffect(flag, (value) =>
    findPlaceholder(value) === undefined
      ? Effect.succeed(value)
      : new CliError.InvalidValue({ option: "reason", value, expected: "a reason without a placeholder", kind: "flag" })
  )

/** Restricts a text option to one trimmed line without an API key, since the text is recorded for good. */
export const singleLine = (name: string, flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(
    Flag.map((text) => text.trim()),
    Flag.mapEffect((text) =>
      containsApiKey(text)
        ? new CliError.InvalidValue({ option: name, value: maskApiKeys(text), expected: keyPrefixOnly, kind: "flag" })
        : Effect.succeed(text)
    ),
    Flag.withSchema(SingleLineText)
  )

export const keyPrefixOnly = "at most the first 12 characters of a key"

/**
 * The format of a command's output. The environment variable applies to all commands, so a command that does not
 * support the format falls back to `pretty`.
 */
export const makeFormatOption = <const Format extends ReportFormat | "csv">(
  formats: ReadonlyArray<Format | "pretty">,
  description: string
): Flag.Flag<Format | "pretty"> => {
  const supported = (format: ReportFormat) => formats.find((known) => known === format) ?? "pretty"
  return Flag.Literals("format", formats).pipe(
    withEnvironment("format", (variable) => Config.map(Config.Literals(reportFormats, variable), supported)),
    withNotes(description, envNote("format"), defaultNote("pretty")),
    Flag.withDefault("pretty")
  )
}

/** The format of a report. */
export const formatOption = makeFormatOption(reportFormats, "Format of the report")

/** The format of output that is not a report. */
export const plainFormatOption = makeFormatOption(["pretty", "json"], "Format of the output")

/** A day, which means its first second in UTC, or an instant. */
const DateText = Schema.Union([
  Schema.String.check(
    Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { expected: "a day such as 2027-03-01" })
  ).pipe(
    Schema.decodeTo(
      Timestamp,
      SchemaTransformation.transform({
        decode: (day) => `${day}T00:00:00Z`,
        encode: (timestamp) => timestamp.slice(0, "YYYY-MM-DD".length)
      })
    )
  ),
  Timestamp
])

/** `--date`, or the current time when the effect runs. */
export const dateOption = (description: string) =>
  textOption("date", `${description}, a UTC day or time such as 2027-03-01`, defaultNote("now")).pipe(
    Flag.withMetavar("date"),
    Flag.withSchema(DateText),
    optional,
    Flag.map((date) => (date === undefined ? currentTime : Effect.succeed(date)))
  )

/** A full version, with or without the customary `v`. */
export const PrefixedVersion = Schema.String.check(
  Schema.makeFilter((text) => isVersion(withoutPrefix(text)), { expected: "a full version such as v1.2.0" })
).pipe(
  Schema.decodeTo(Version, SchemaTransformation.transform({ decode: withoutPrefix, encode: (version) => version }))
)

/** A release as the API selects it: by its full version, or as the newest of a minor or a major version. */
export const VersionSelector = Schema.String.check(
  Schema.isPattern(/^v?(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2}$/, {
    expected: "a version such as v1.2.0, v1.2 or v1"
  })
)

/** The option that names a release. `shown` stands in the help as its default. */
export const versionOption = <A>(description: string, shown: string, schema: Schema.Codec<A, string>) =>
  textOption("version", description, defaultNote(shown)).pipe(
    Flag.withMetavar("version"),
    Flag.withSchema(schema),
    optional
  )

function isVersion(text: string): boolean {
  return Schema.is(Version)(text)
}

/** The options of a command on the working tree and the releases. */
export const folderOptions = { src: sourcesOption, releases: releasesOption }

/** The same for one that prints a report. */
export const reportOptions = { ...folderOptions, format: formatOption }

/** The same for one that prints an answer. */
export const draftOptions = { ...folderOptions, format: plainFormatOption }

/** The same for an answer that depends on the day. */
export const datedDraftOptions = { ...draftOptions, date: dateOption("Date of the answer") }

/** The file of contracts that a report counts. An empty variable names none, since a workflow cannot leave one out. */
export const contractsOption = fileOption(
  "contracts",
  "File with a contract in JSON per line. The report counts those that the release would break or deprecate",
  "none"
).pipe(Flag.map((path) => (path === "" ? undefined : path)))

/** The tag of a known language, in canonical form. */
export const CanonicalLanguageTag = Schema.String.check(
  Schema.makeFilter((tag) => canonicalLanguageTag(tag) === tag && isKnownLanguage(tag), {
    expected: "a language tag such as en or pt-BR"
  })
)

/** The items of a table. */
export const tableOption = literalOptionOr("table", tables, "Items of the table", "values")

/** The item that a command is about, as `resolveItem` finds it. */
export const itemArgument = textArgument(
  "item",
  "dimension, dimension/value, license code, rules/id, a bare code or a label"
)

/**
 * Finds the folder of the sources and the releases: the current folder, or the nearest one above in the same git
 * repository. Returns the path relative to `start`, or the empty path if there is none.
 */
export const projectFolder = (start: string): string => {
  const found = foldersInRepository(start).find((folder) => markers.some((marker) => existsSync(join(folder, marker))))
  return relative(start, found ?? start)
}

/** Paths that only a project contains. `releases` alone is a common name. */
const markers = ["taxonomy-src", join("releases", "ledger.ndjson")]

/** The folder and its parents up to the top of the repository, or the folder alone outside of a repository. */
const foldersInRepository = (start: string): ReadonlyArray<string> => {
  const folders = [start]
  for (const folder of folders) {
    if (existsSync(join(folder, ".git"))) return folders
    const above = dirname(folder)
    if (above !== folder) folders.push(above)
  }
  return [start]
}

/** Makes a command of its name, its options and its examples by their command lines, and then of its handler. */
export const makeCommand =
  <const Name extends string, const Options extends Command.Command.Config>(
    name: Name,
    options: Options,
    examples: Readonly<Record<string, string>>
  ) =>
  <Eff extends Effect.Effect<unknown, unknown, unknown>>(
    handler: (input: InputOf<Options>) => Generator<Eff, void, never>
  ) =>
    Command.withExamples(
      Command.make(name, options, Effect.fnUntraced(handler)),
      Object.entries(examples).map(([command, description]) => ({ command, description }))
    )

/** What the handler of a command with these options receives. */
export type InputOf<Options extends Command.Command.Config> = Command.Command.Config.Infer<Options>
