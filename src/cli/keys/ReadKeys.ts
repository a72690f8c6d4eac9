import * as CliOutput from "effect/cli/CliOutput"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { KeyPrefix } from "../../domain/keys/ApiKey.ts"
import { KeyEnvironment } from "../../domain/keys/KeyEvent.ts"
import { expiryNoticeDays, rotationDays } from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { UsageReport } from "../../usage/UsageReport.ts"
import * as Options from "../options/Options.ts"
import { jsonLine, printPieces } from "../terminal/Output.ts"
import { atKeyStore, identifierArgument, keysOption, selectKey } from "./KeyOptions.ts"
import { adminUrlOption, askAdminServer } from "./KeyUses.ts"
import { findSuccessors, printKeyView, toKeyView, type KeyView, type KnownUsage } from "./KeyView.ts"

const readOptions = {
  adminUrl: adminUrlOption,
  keys: keysOption,
  format: Options.plainFormatOption
}

const showKeyOptions = { identifier: identifierArgument, ...readOptions }

/** `taxonomy keys show`: prints the record of a key, without the key itself. */
export const showKey = Options.makeCommand("show", showKeyOptions, {
  "taxonomy keys show nil_AbCdEfGh": "Find holder and status of a key in a log line",
  "taxonomy keys show nil_AbCdEfGh --admin-url http://127.0.0.1:8081": "Also show how much the key is used"
})(function* ({ adminUrl, format, identifier }) {
  const { key, keys } = yield* selectKey(identifier)
  const usage = yield* readUsage(adminUrl, key.identifier)
  yield* printKeyView(toKeyView(keys, key, yield* currentTime, usage), format)
}).pipe(atKeyStore)

const anyKey = Options.defaultNote("all")

const statuses = ["active", "expired", "revoked"] as const satisfies ReadonlyArray<KeyView["status"]>

/**
 * The options that select keys for `taxonomy keys list`. The environment cannot set them, unlike other options: an
 * operator should know that keys are left out.
 */
const filterOptions = {
  organization: Flag.String("organization").pipe(
    Options.withNotes("Only keys whose organization contains this text (case-insensitive)", anyKey),
    Options.optional
  ),
  environment: only("environment", KeyEnvironment.literals, "Only keys of this environment"),
  tier: only("tier", Tier.literals, "Only keys of this tier"),
  status: only("status", statuses, "Only active, expired or revoked keys"),
  olderThan: Flag.String("older-than").pipe(
    Flag.withMetavar("days"),
    Options.withNotes("Only keys issued at least this number of days ago", anyKey),
    Flag.filterMap(
      (text) => (/^\d{1,9}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of days, 0 or more"
    ),
    Options.optional
  ),
  rotationDue: Options.explicitToggle("rotation-due", `Only active keys older than ${rotationDays} days`),
  expiring: Options.explicitToggle("expiring", `Only active keys that expire within ${expiryNoticeDays} days`)
}

function only<const Word extends string>(name: string, words: ReadonlyArray<Word>, description: string) {
  return Flag.Literals(name, words).pipe(Options.withNotes(description, anyKey), Options.optional)
}

const listKeysOptions = { ...filterOptions, ...readOptions }

/**
 * `taxonomy keys list`: prints the keys that match the filters, in the order of issue, with those due for rotation
 * (service spec, 5.4).
 */
export const listKeys = Options.makeCommand("list", listKeysOptions, {
  "taxonomy keys list": "List all keys",
  "taxonomy keys list --rotation-due": "List the keys whose holders should request a new one",
  "taxonomy keys list --status active --environment production --format json": "List active production keys as JSON"
})(function* (input) {
  const store = yield* KeyStore
  const keys = yield* store.keys
  const now = yield* currentTime
  const successors = findSuccessors(keys)
  const usage = yield* readUsage(input.adminUrl)
  const isShown = makeKeyFilter(input)
  /** Made again for each pass, since the views of all keys would take more memory than the keys. */
  const shown = {
    *[Symbol.iterator]() {
      for (const key of keys.values()) {
        const view = toKeyView(keys, key, now, usage, successors)
        if (isShown(view)) yield view
      }
    }
  }
  if (input.format === "json") return yield* printPieces(jsonPieces(shown))
  const [first] = shown
  if (first !== undefined) return yield* printPieces(renderTable(allColumns, shown))
  yield* Console.log(
    keys.size > 0
      ? "No keys match these filters. Run `taxonomy keys list` to see all keys."
      : `No keys in ${store.ledger.location}. Issue one with "taxonomy keys issue", or select another ledger with --keys.`
  )
}).pipe(atKeyStore)

function* jsonPieces(keys: Iterable<KeyView>): Generator<string> {
  let before = `{"keys":[`
  for (const key of keys) {
    yield `${before}${jsonLine(key)}`
    before = ","
  }
  yield `${before === "," ? "" : before}]}\n`
}

/** Renders rows as the lines of a table with columns as wide as their widest cell. Goes over the rows twice. */
export function* renderTable<A>(allColumns: ReadonlyArray<Column<A>>, views: Iterable<A>): Generator<string> {
  const widths = allColumns.map(({ isOptional, title }) => (isOptional ? 0 : title.length))
  for (const view of views) {
    for (const [column, { cell, title }] of allColumns.entries()) {
      const width = displayWidth(cell(view))
      if (width > 0) widths[column] = Math.max(widths[column] ?? 0, title.length, width)
    }
  }
  const render = (cellOf: (column: Column<A>) => string): string =>
    allColumns
      .flatMap((column, index) => {
        const [cell, width = 0] = [cellOf(column), widths[index]]
        return width === 0 ? [] : [cell + " ".repeat(width - displayWidth(cell))]
      })
      .join("  ")
      .trimEnd()
  yield `${render(({ title }) => title)}\n`
  for (const view of views) yield `${render(({ cell }) => cell(view))}\n`
}

/** Of 100,000 keys, nearly all cells are plain ASCII, whose width need not be measured. */
const displayWidth = (cell: string): number =>
  /^[\x20-\x7e]*$/.test(cell) ? cell.length : CliOutput.displayWidth(cell)

export interface Column<A> {
  readonly title: string
  readonly cell: (view: A) => string
  /** True if the column is left out without a value in it. */
  readonly isOptional?: boolean
}

const allColumns: ReadonlyArray<Column<KeyView>> = [
  { title: "Identifier", cell: ({ identifier }) => identifier },
  { title: "Status", cell: ({ status }) => status },
  { title: "Age", cell: ({ age_days, rotation_due }) => `${age_days} d${rotation_due ? ", rotate" : ""}` },
  {
    title: "Expires in",
    cell: ({ expires_in_days: days, expires_soon }) =>
      days === undefined ? "" : `${days} d${expires_soon ? ", soon" : ""}`,
    isOptional: true
  },
  { title: "Tier", cell: ({ tier }) => tier },
  { title: "Environment", cell: ({ environment }) => environment },
  { title: "Last used", cell: ({ last_used_at: last = "" }) => last.slice(0, 16), isOptional: true },
  { title: "Organization", cell: ({ organization }) => organization }
]

/** Returns a function that is true for the keys that match all options. */
const makeKeyFilter =
  ({ environment, expiring, olderThan = 0, organization = "", rotationDue, status, tier }: FilterOptions) =>
  (key: KeyView): boolean =>
    key.organization.toLowerCase().includes(organization.toLowerCase()) &&
    (environment ?? key.environment) === key.environment &&
    (tier ?? key.tier) === key.tier &&
    (status ?? key.status) === key.status &&
    key.age_days >= olderThan &&
    (!rotationDue || key.rotation_due) &&
    (!expiring || key.expires_soon)

type FilterOptions = Options.InputOf<typeof filterOptions>

/**
 * Asks an admin server for the usage of one key, or of all. Returns `undefined` with a warning if it does not answer: the
 * records of the keys are of use without it.
 */
const readUsage = (adminUrl: string | undefined, keyPrefix?: KeyPrefix): Effect.Effect<KnownUsage | undefined> =>
  adminUrl === undefined
    ? Effect.undefined
    : askAdminServer(adminUrl, "/keys/usage", keyPrefix === undefined ? {} : { key: keyPrefix }, decodeReport).pipe(
        Effect.map(({ keys, since }) => {
          const usages = new Map(keys.map((usage) => [usage.identifier, usage]))
          return { since, usageOf: (prefix: KeyPrefix) => usages.get(prefix) }
        }),
        Effect.tapError((message) => Console.error(`warning: ${message}`)),
        Effect.orElseSucceed(() => undefined)
      )

const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(UsageReport))
