import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { keyStatus } from "../../domain/keys/KeyRegistry.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { currentPeriod, keptDays, periodForm, type KeyUse, type UsesReport } from "../../usage/UsageReport.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { jsonLine, printPieces } from "../terminal/Output.ts"
import { atKeyStore, keyLedgerAt, keysOption } from "./KeyOptions.ts"
import { adminUrlOption, askUses, usualDays, type HeldUse } from "./KeyUses.ts"
import { renderTable, type Column } from "./ReadKeys.ts"

const anyUse = Options.defaultNote("all")

const day = (name: string, description: string, shown: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("day"),
    Options.withNotes(description, Options.defaultNote(shown)),
    Options.optional
  )

const usageOptions = {
  items: Options.textArgument("item", "deprecated items, by their names or codes [default: all]").pipe(
    Argument.variadic()
  ),
  deprecated: Options.explicitToggle("deprecated", "Only keys that named deprecated items"),
  release: Flag.String("release").pipe(
    Flag.withMetavar("version"),
    Options.withNotes("Only keys that read this release, or those of this minor or major version", anyUse),
    Flag.withSchema(Options.VersionSelector),
    Options.optional
  ),
  pinned: Options.explicitToggle("pinned", "Only requests that named a release or a minor version"),
  days: Options.optional(
    Options.withRange(
      Flag.String("days").pipe(
        Options.withNotes("Only today and the days before, this number together", Options.defaultNote(`${usualDays}`))
      ),
      { noun: "a number of days", minimum: 1, maximum: keptDays }
    )
  ),
  since: day("since", "First day in UTC, in place of --days", "that of --days"),
  until: day("until", "Last day in UTC", "today"),
  adminUrl: adminUrlOption,
  keys: keysOption,
  format: Options.makeFormatOption(["pretty", "csv", "json"], "Format of the output")
}

type Input = Options.InputOf<typeof usageOptions>

/** `taxonomy keys usage`: prints which keys read a release or named a deprecated item, by day from the counts of servers. */
export const keyUsage = Options.makeCommand("usage", usageOptions, {
  "taxonomy keys usage --deprecated exclusive_categories/QSR_FAST_FOOD --days 7":
    "Who named a deprecated item in the last week",
  "taxonomy keys usage --release v1.0 --pinned": "Who pins a release",
  "taxonomy keys usage --format json": "All uses of the last 30 days, for taxonomy due --usage"
})(function* (input) {
  const { days = usualDays, since, until } = input
  const period = yield* currentPeriod({ days, since, until })
  if (period === undefined) return yield* usageError(`--since and --until take ${periodForm}`)
  const found = yield* findUses(input, period)
  const keys = yield* (yield* KeyStore).keys
  const now = yield* currentTime
  const uses = found
    .filter(makeFilter(input))
    .map((use): HeldUse => {
      const key = keys.get(use.identifier)
      if (key === undefined) return use
      const contact = key.contact === undefined ? {} : { contact: key.contact }
      return { ...use, organization: key.organization, status: keyStatus(key, now), ...contact }
    })
    .toSorted((left, right) => compareTexts(left.name, right.name) || right.requests - left.requests)
  switch (input.format) {
    case "json":
      return yield* Console.log(jsonLine({ ...period, uses }))
    case "csv": {
      const { stringifyTable } = yield* Effect.promise(() => import("../../export/csv/CsvColumns.ts"))
      const cells = uses.map((use) => header.map((name) => String(use[name] ?? "")))
      return yield* Console.log(stringifyTable(header, cells, { bom: false, separator: "," }).trimEnd())
    }
    case "pretty":
      return yield* uses.length === 0
        ? Console.log(`No key has such a use from ${period.since} to ${period.until}.${hint(input, found)}`)
        : printPieces(renderTable(columns, uses))
  }
}).pipe(atKeyStore)

/** The uses that an admin server knows, or that are beside the keys in a database. */
const findUses = Effect.fnUntraced(function* ({ adminUrl, keys }: Input, period: Pick<UsesReport, "since" | "until">) {
  if (adminUrl !== undefined)
    return (yield* Effect.mapError(askUses(adminUrl, period), (reason) => commandRefused(reason))).uses
  const { usage } = yield* keyLedgerAt(keys)
  if (usage === undefined)
    return yield* usageError(
      "The key ledger is a file, so servers keep the usage of its keys. Name the admin port of a server with --admin-url"
    )
  return yield* Effect.mapError(usage.readUses(period), ({ message }) => commandRefused(message))
})

/** True for the uses that the options select: those of a release, and those of deprecated items. */
const makeFilter = ({ deprecated, items, pinned, release }: Input) => {
  const ofItems = deprecated || items.length > 0
  const ofReleases = release !== undefined || pinned
  const version = release?.replace(/^v/, "")
  return ({ kind, name }: KeyUse): boolean =>
    kind === "deprecated"
      ? (ofItems || !ofReleases) &&
        (items.length === 0 || items.some((item) => name === item || name.endsWith(`/${item}`)))
      : (ofReleases || !ofItems) &&
        (kind === "pinned" || !pinned) &&
        (version === undefined || name === version || name.startsWith(`${version}.`))
}

/** The items that were named in place of those that were asked for, of which one may be misspelled. */
const hint = ({ items }: Input, found: ReadonlyArray<KeyUse>): string => {
  const named = [...new Set(found.flatMap(({ kind, name }) => (kind === "deprecated" ? [name] : [])))]
  if (items.length === 0) return ""
  return named.length === 0 ? " No deprecated item was named." : ` Named were ${named.toSorted().join(", ")}.`
}

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

const header = [
  "identifier",
  "status",
  "organization",
  "contact",
  "kind",
  "name",
  "requests",
  "first_used_on",
  "last_used_on"
] as const

const columns: ReadonlyArray<Column<HeldUse>> = [
  { title: "Used", cell: ({ kind, name }) => (kind === "deprecated" ? name : `v${name}`) },
  { title: "How", cell: ({ kind }) => (kind === "default" ? "by default" : kind) },
  { title: "Requests", cell: ({ requests }) => String(requests) },
  { title: "Last on", cell: ({ last_used_on }) => last_used_on },
  { title: "Identifier", cell: ({ identifier }) => identifier },
  { title: "Status", cell: ({ status = "unknown" }) => status },
  { title: "Contact", cell: ({ contact = "" }) => contact, isOptional: true },
  { title: "Organization", cell: ({ organization = "" }) => organization }
]
