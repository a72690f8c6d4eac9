import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { containsApiKey } from "../../domain/keys/ApiKey.ts"
import { KeyEnvironment } from "../../domain/keys/KeyEvent.ts"
import { expiryForms, parseExpiry, type ExpiryChoice } from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { formatTableProblem } from "../../import/csv/TableProblem.ts"
import type { KeyRequest } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { isEmail, keyPrefixOnly, SingleLineText } from "../options/Options.ts"

const Cell = SingleLineText.check(Schema.makeFilter((text) => !containsApiKey(text) || `Expected ${keyPrefixOnly}`))

const filled = <S extends Schema.Top>(schema: S) =>
  schema.pipe(Schema.annotateKey({ messageMissingKey: "The cell is empty. Fill it, or pass the option for all rows" }))

/** A row of a table of requests. The columns are named like the options of `taxonomy keys issue`. */
const RequestRow = Schema.Struct({
  organization: filled(Cell),
  use_case: filled(Cell),
  expected_volume: filled(Cell),
  environment: filled(KeyEnvironment),
  tier: filled(Tier),
  contact: Schema.optionalKey(Cell.check(Schema.makeFilter((text) => isEmail(text) || "Expected an e-mail address"))),
  expires: Schema.optionalKey(
    Cell.check(Schema.makeFilter((text) => parseExpiry(text) !== undefined || `Expected ${expiryForms}`))
  )
})

const decodeRow = Schema.decodeUnknownResult(RequestRow, { errors: "all" })

const columnNames = Object.keys(RequestRow.fields)

/** What the options say of all requests whose rows say nothing. */
export type RequestDefaults = { readonly [Name in keyof typeof RequestRow.Type]?: string | undefined }

/**
 * Reads requests for keys from a table (CSV), one in each row. Refuses a table in which anything is wrong, with the row and
 * the column of each problem.
 */
export const readKeyRequests = Effect.fnUntraced(function* (
  path: string,
  defaults: RequestDefaults,
  terms: { readonly actor: string | undefined; readonly expiry: ExpiryChoice | undefined }
) {
  const bytes = yield* (yield* FileSystem.FileSystem).readFile(path)
  const { decodeTable, readTable } = yield* Effect.promise(() => import("../../import/csv/ReadTable.ts"))
  const table = Result.flatMap(decodeTable(bytes), readTable)
  if (Result.isFailure(table)) return yield* refused(path, [formatTableProblem(table.failure)])
  const { header, rows } = table.success
  const columns = header.map((name) => name.toLowerCase().replaceAll(/[ -]/g, "_"))
  const unknown = columns.filter((name, index) => !columnNames.includes(name) || columns.indexOf(name) !== index)
  if (unknown.length > 0 || rows.length === 0) {
    const problems = unknown.map(
      (name) => `column ${name}: It is not known, or occurs twice. ${didYouMean(name, columnNames) ?? knownColumns}`
    )
    return yield* refused(path, rows.length === 0 ? [...problems, "The table has no rows."] : problems)
  }
  const given = Object.entries(defaults).filter(([, value]) => value !== undefined)
  const requests: Array<KeyRequest> = []
  const problems: Array<string> = []
  for (const { cells, row } of rows) {
    const cellsByName = columns.flatMap((name, index) => {
      const cell = (cells[index] ?? "").trim()
      return cell === "" ? [] : [[name, cell] as const]
    })
    const decoded = decodeRow(Object.fromEntries([...given, ...cellsByName]))
    if (Result.isFailure(decoded)) {
      const { issues } = formatIssue(decoded.failure.issue)
      for (const { message, path: [name] = [] } of issues) {
        problems.push(`row ${row}, column ${typeof name === "string" ? name : ""}: ${message}.`)
      }
    } else {
      const { expires, ...holder } = decoded.success
      requests.push({ holder, ...terms, ...(expires === undefined ? {} : { expiry: parseExpiry(expires) }) })
    }
  }
  return problems.length === 0 ? requests : yield* refused(path, problems)
})

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const knownColumns = `Expected ${columnNames.join(", ")}.`

const refused = (path: string, problems: ReadonlyArray<string>) => {
  const shown = problems.slice(0, maxProblems).map((problem) => `\n  ${problem}`)
  const more = problems.length > maxProblems ? `\n  and ${problems.length - maxProblems} more` : ""
  return commandRefused(`No key was issued, because of ${path}:${shown.join("")}${more}`)
}

const maxProblems = 20
