import * as CliOutput from "effect/cli/CliOutput"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { KeyEnvironment } from "../../domain/keys/KeyEvent.ts"
import { expiryNoticeDays, rotationDays } from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { defaultNote, withNotes } from "../options/EnvironmentOption.ts"
import { plainFormatOption, makeCommand, type InputOf } from "../options/Options.ts"
import { keysOption, atKeyStore } from "./KeyOptions.ts"
import { adminUrlOption, KeyView, findSuccessors, toKeyView, withUsage, readUsage } from "./KeyView.ts"

const anyKey = defaultNote("all")

const statuses = ["active", "expired", "revoked"] as const satisfies ReadonlyArray<KeyView["status"]>

/**
 * The options that select keys for `taxonomy keys list`. The environment cannot set them, unlike other options: an
 * operator should know that keys are left out.
 */
const filterOptions = {
  organization: Flag.String("organization").pipe(
    withNotes("Only keys whose organization contains this text (case-insensitive)", anyKey),
    Flag.optional
  ),
  environment: only("environment", KeyEnvironment.literals, "Only keys of this environment"),
  tier: only("tier", Tier.literals, "Only keys of this tier"),
  status: only("status", statuses, "Only active, expired or revoked keys"),
  olderThan: Flag.String("older-than").pipe(
    Flag.withMetavar("days"),
    withNotes("Only keys issued at least this number of days ago", anyKey),
    Flag.filterMap(
      (text) => (/^\d{1,9}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of days, 0 or more"
    ),
    Flag.optional
  ),
  rotationDue: Flag.Boolean("rotation-due").pipe(
    withNotes(`Only active keys older than ${rotationDays} days`, defaultNote("no")),
    Flag.withDefault(false)
  ),
  expiring: Flag.Boolean("expiring").pipe(
    withNotes(`Only active keys that expire within ${expiryNoticeDays} days`, defaultNote("no")),
    Flag.withDefault(false)
  )
}

function only<const Word extends string>(name: string, words: ReadonlyArray<Word>, description: string) {
  return Flag.Literals(name, words).pipe(withNotes(description, anyKey), Flag.optional)
}

const listKeysOptions = { ...filterOptions, adminUrl: adminUrlOption, keys: keysOption, format: plainFormatOption }

/**
 * `taxonomy keys list`: prints the keys that match the filters, in the order of issue, with those due for rotation
 * (service spec, 5.4).
 */
export const listKeys = makeCommand("list", listKeysOptions, {
  "taxonomy keys list": "List all keys",
  "taxonomy keys list --rotation-due": "List the keys whose holders should request a new one",
  "taxonomy keys list --status active --environment production --format json": "List active production keys as JSON"
})(function* (input) {
  const store = yield* KeyStore
  const keys = yield* store.keys
  const now = yield* currentTime
  const successors = findSuccessors(keys)
  const usage = yield* readUsage(input.adminUrl)
  const views = [...keys.values()]
    .map((key) => withUsage(toKeyView(keys, key, now, successors), usage))
    .filter(makeKeyFilter(input))
  if (input.format === "json") return yield* Console.log(viewsJson({ keys: views }))
  yield* Console.log(
    views.length > 0
      ? renderTable(views)
      : keys.size > 0
        ? "No keys match these filters. Run `taxonomy keys list` to see all keys."
        : `No keys in ${store.ledger.location}. Issue one with "taxonomy keys issue", or select another ledger with --keys.`
  )
}).pipe(atKeyStore)

const viewsJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(KeyView) })))

const renderTable = (views: ReadonlyArray<KeyView>): string => {
  const columns = allColumns.filter(({ isOptional, cell }) => !isOptional || views.some((view) => cell(view) !== ""))
  const header = columns.map(({ title }) => title)
  const rows = [header, ...views.map((view) => columns.map(({ cell }) => cell(view)))]
  const widths = header.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, CliOutput.displayWidth(row[column] ?? "")), 0)
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => padCell(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

interface Column {
  readonly title: string
  readonly cell: (view: KeyView) => string
  /** True if the column is left out without a value in it. */
  readonly isOptional?: boolean
}

const allColumns: ReadonlyArray<Column> = [
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

const padCell = (cell: string, width: number): string =>
  cell + " ".repeat(Math.max(0, width - CliOutput.displayWidth(cell)))

/** Returns a function that is true for the keys that match all options. */
const makeKeyFilter =
  ({ environment, expiring, olderThan, organization, rotationDue, status, tier }: FilterOptions) =>
  (key: KeyView): boolean =>
    matches(organization, (text) => key.organization.toLowerCase().includes(text.toLowerCase())) &&
    matches(environment, (environment) => key.environment === environment) &&
    matches(tier, (tier) => key.tier === tier) &&
    matches(status, (status) => key.status === status) &&
    matches(olderThan, (days) => key.age_days >= days) &&
    (!rotationDue || key.rotation_due) &&
    (!expiring || key.expires_soon)

type FilterOptions = InputOf<typeof filterOptions>

const matches = <A>(option: Option.Option<A>, test: (value: A) => boolean): boolean =>
  Option.isNone(option) || test(option.value)
