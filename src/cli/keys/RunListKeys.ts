import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import type { ListKeysInput } from "./ListKeys.ts"
import { KeyView, findSuccessors, toKeyView, withUsage } from "./output/KeyView.ts"
import { readUsage } from "./output/ReadUsage.ts"
import { makeKeyFilter } from "./selection/KeyFilter.ts"

/** Prints the keys that match the filters, in the order of issue. */
export const runListKeys = Effect.fnUntraced(
  function* (input: ListKeysInput) {
    const store = yield* KeyStore
    const keys = yield* store.keys
    const now = timestampOf(yield* DateTime.now)
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
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)

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
