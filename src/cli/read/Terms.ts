import { extname } from "node:path"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { parseLocale } from "../../client/model/Localization.ts"
import { contractFields, makeReadContract } from "../../domain/contracts/ReadContract.ts"
import { isObject, parseJson } from "../../domain/Json.ts"
import { hasDays } from "../../domain/reasoning/FindClashes.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { makeTermSheet, type SheetSubject } from "../../domain/terms/TermSheet.ts"
import { languagesOf } from "../../domain/vocabulary/Snapshot.ts"
import { makeSheetDocument } from "../../terms/SheetDocument.ts"
import { renderSheetAs, sheetEndings, sheetFormats, type SheetFormat } from "../../terms/SheetFormats.ts"
import { makeSheetSource } from "../../terms/TermSheetFiles.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { questionOptions, readLicense, readTarget, requireConfig, whereIn, type Target } from "./Meaning.ts"

const tagOption = (flag: Flag.Flag<string>) =>
  flag.pipe(Flag.withMetavar("tag"), Flag.withSchema(Options.CanonicalLanguageTag))

const termsOptions = {
  license: Options.fileArgument("license", "code of a base license, or JSON file with a config or a contract"),
  format: Options.optionalLiteral("format", sheetFormats, "Format of the sheet", "that of the file, or markdown"),
  locale: tagOption(
    Options.textOption("locale", "Language of the sheet", Options.defaultNote("that of the untranslated texts"))
  ).pipe(Options.optional),
  language: tagOption(Options.textOptionOr("language", "Language of the untranslated texts", "en")),
  codes: Options.toggleOption("codes", "Show the codes beside the labels"),
  out: Options.fileOption("out", "File to write. A .docx needs one", "standard output"),
  in: questionOptions.in,
  ...Options.folderOptions
}

/**
 * `taxonomy terms`: writes a term sheet of a base license, a config or a contract. A config with problems has none: a sheet
 * would say in good order what nobody may agree on.
 */
export const termsCommand = Options.makeCommand("terms", termsOptions, {
  "taxonomy terms NIL-EDU-IMAGE --out sheet.docx": "Write a base license for Word",
  "taxonomy terms contract.json --locale fr --format html --out sheet.html": "Write a contract in French, to print"
})(function* (input) {
  const { codes: hasCodes, language: sourceLanguage, locale = sourceLanguage, out } = input
  const format = input.format ?? formatOfFile(out) ?? "markdown"
  if (format === "docx" && out === undefined) {
    return yield* usageError("A terminal cannot show a .docx. Name a file with --out.")
  }
  const contract = yield* readContractFile(input.license)
  const target = yield* readTarget("terms", { ...input, in: input.in ?? contract?.version, format: "pretty" })
  const subject = yield* contract === undefined
    ? readSubject(target, input.license)
    : readContractSubject(target, input.license, contract)
  const languages = parseLocale(locale, sourceLanguage) ?? []
  const known = languagesOf(target.snapshot.taxonomy)
  if (languages.length > 0 && !languages.some((each) => known.includes(each))) {
    const others = known.length === 0 ? "It has no translations." : `It has ${known.join(", ")}.`
    yield* Console.error(`note: Nothing in ${whereIn(target)} is translated into ${locale}. ${others}`)
  }
  const sheet = makeTermSheet(subject, { ...makeSheetSource(target.history, target.release), languages })
  const content = renderSheetAs[format](makeSheetDocument(sheet, { hasCodes, sourceLanguage }))
  if (out === undefined) return yield* Console.log(String(content).trimEnd())
  const fs = yield* FileSystem.FileSystem
  yield* typeof content === "string" ? fs.writeFileString(out, content) : fs.writeFile(out, content)
  yield* Console.log(`Wrote the term sheet of ${input.license} to ${out}.`)
})

const formatOfFile = (file = ""): SheetFormat | undefined =>
  sheetFormats.find((format) => sheetEndings[format] === extname(file).toLowerCase())

type Contract = Exclude<ReturnType<ReturnType<typeof makeReadContract>>, string>

/** The contract in a file; `undefined` for anything else. Only a contract has a version: no dimension has that name. */
const readContractFile = Effect.fnUntraced(function* (argument: string) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(argument))) return undefined
  const text = yield* fs.readFileString(argument)
  const value = parseJson(text)
  if (!isObject(value) || !Object.hasOwn(value, "version")) return undefined
  const contract = makeReadContract(contractFields)(text)
  if (typeof contract === "string") {
    return yield* usageError(
      `${argument} is no contract: it needs the version of a release, and a config or a license.`
    )
  }
  if (!hasDays(contract)) {
    return yield* usageError(`${argument} needs days such as 2027-05-21 in from and until, the earlier one in from.`)
  }
  return contract
})

const readSubject = Effect.fnUntraced(function* (target: Target, argument: string) {
  const subject: SheetSubject = {
    config: yield* readLicense(target, argument, commandRefused),
    license: target.snapshot.license(argument)
  }
  return subject
})

const readContractSubject = Effect.fnUntraced(function* (target: Target, file: string, contract: Contract) {
  const { config, id, license: code } = contract
  const license = code === undefined ? undefined : target.snapshot.license(code)
  if (code !== undefined && license === undefined) {
    const codes = target.snapshot.taxonomy.licenses.map((each) => each.code)
    return yield* usageError(
      `${file} names the base license "${code}", which ${whereIn(target)} does not have. ${didYouMean(code, codes) ?? ""}`.trimEnd()
    )
  }
  const subject: SheetSubject = {
    config: yield* requireConfig(target, file, config ?? license?.config, commandRefused),
    license,
    contract: { ...contract, id: String(id ?? file) }
  }
  return subject
})
