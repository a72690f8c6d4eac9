import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { currentPeriod, KeyUse, UsesReport } from "../../usage/UsageReport.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"

/** A use with what the key ledger knows of its key. */
export type HeldUse = typeof HeldUse.Type
const HeldUse = Schema.Struct({
  ...KeyUse.fields,
  organization: Schema.optionalKey(Schema.String),
  contact: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(Schema.String)
})

/** What `taxonomy keys usage` writes. A table does not say its period. */
export interface HeldUses {
  readonly since?: string
  readonly uses: ReadonlyArray<HeldUse>
}

const decodeJson = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ ...UsesReport.fields, uses: Schema.Array(HeldUse) }))
)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(HeldUse))
const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(UsesReport))

/** The admin server that knows the usage of keys. The counts are in the memory of a server, or in a store that it reads. */
export const adminUrlOption = Options.textOption(
  "admin-url",
  "Admin server to ask for the usage of keys, such as http://127.0.0.1:8081",
  Options.defaultNote("none, usage is not shown")
).pipe(
  Flag.withMetavar("url"),
  Flag.filter(Options.isWebAddress, () => "a URL such as http://127.0.0.1:8081"),
  Options.optional
)

/** The options of a command that shows who uses an item. */
export const usersOptions = {
  usage: Options.fileOption("usage", "File that taxonomy keys usage has written, as JSON or CSV", "none"),
  adminUrl: adminUrlOption
}

/** Asks an admin server about keys. Fails with the reason if it does not tell. */
export const askAdminServer = <A>(
  adminUrl: string,
  path: "/keys/usage" | "/keys/uses",
  parameters: Readonly<Record<string, string>>,
  decode: (text: string) => A
): Effect.Effect<A, string> =>
  Effect.tryPromise({
    try: async (signal) => {
      const url = new URL(`${adminUrl.replace(/\/$/, "")}${path}`)
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMillis)]) })
      if (!response.ok) throw new Error(`status ${response.status}`)
      return decode(await response.text())
    },
    catch: reasonOf
  }).pipe(
    Effect.mapError(
      (reason) =>
        `The usage of keys is unknown, since ${adminUrl} did not tell it: ${reason}. Check --admin-url, and that the server has an --admin-port`
    )
  )

const timeoutMillis = 5000

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : error.message
}

/** Asks an admin server for the uses in a period. */
export const askUses = (adminUrl: string, { since, until }: { readonly since: string; readonly until: string }) =>
  askAdminServer(adminUrl, "/keys/uses", { since, until }, decodeReport)

/** How many days a command looks back unless it is told otherwise. */
export const usualDays = 30

/**
 * Reads who used what from the file or the admin server of the options. Returns `undefined` without both, and with a
 * warning if the server does not answer.
 */
export const readUsers = Effect.fnUntraced(function* ({ adminUrl, usage }: Options.InputOf<typeof usersOptions>) {
  if (usage !== undefined) return yield* readUsesFile(usage)
  const period = yield* currentPeriod({ days: usualDays })
  if (adminUrl === undefined || period === undefined) return undefined
  return yield* askUses(adminUrl, period).pipe(
    Effect.tapError((message) => Console.error(`warning: ${message}`)),
    Effect.orElseSucceed(() => undefined)
  )
})

const readUsesFile = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* (yield* FileSystem.FileSystem).readFile(file)
  const text = new TextDecoder().decode(bytes)
  return yield* (text.startsWith("{") ? decodeJson(text) : readTableOfUses(text)).pipe(
    Effect.mapError(() =>
      usageError(`${file} is not what taxonomy keys usage writes. Write it with --format json or csv`)
    )
  )
})

const readTableOfUses = Effect.fnUntraced(function* (text: string) {
  const { readTable } = yield* Effect.promise(() => import("../../import/csv/ReadTable.ts"))
  const { header, rows } = yield* Effect.fromResult(Result.mapError(readTable(text), ({ problem }) => problem))
  const records = rows.map(({ cells }) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])))
  const uses: HeldUses = {
    uses: yield* decodeRows(records.map((row) => ({ ...row, requests: Number(row["requests"]) })))
  }
  return uses
})

/** The keys that named an item, those with the most requests first. */
export const usersOf = ({ uses }: HeldUses, item: ItemRef): ReadonlyArray<HeldUse> =>
  uses
    .filter(({ kind, name }) => kind === "deprecated" && name === formatItem(item))
    .toSorted((left, right) => right.requests - left.requests)

/** Says which keys named an item. */
export const describeUsers = (known: HeldUses | undefined, item: ItemRef): ReadonlyArray<string> => {
  if (known === undefined) return []
  const users = usersOf(known, item)
  const since = known.since === undefined ? "" : ` since ${known.since}`
  if (users.length === 0) return [`No API key has named it${since}.`]
  const more = users.length - maxUsers
  return [
    `Named in requests of ${formatCount(users.length, "API key")}${since}:`,
    ...users.slice(0, maxUsers).map(({ contact = "", identifier, last_used_on, organization = "", requests }) => {
      const holder = [organization === "" ? "" : identifier, contact].filter((text) => text !== "").join(", ")
      const name = organization === "" ? identifier : organization
      return `  ${name}${holder === "" ? "" : ` (${holder})`}: ${formatCount(requests, "request")}, last on ${last_used_on}`
    }),
    ...(more > 0 ? [`  and ${more} more, see taxonomy keys usage`] : [])
  ]
}

const maxUsers = 10
