import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import type { ListKeysInput } from "./ListKeys.ts"
import { KeyView, findSuccessors, toKeyView } from "./output/KeyView.ts"
import { makeKeyFilter } from "./selection/KeyFilter.ts"

/** Prints the keys that match the filters, in the order of issue. */
export const runListKeys = Effect.fnUntraced(
  function* (input: ListKeysInput) {
    const store = yield* KeyStore
    const keys = yield* store.keys
    const now = timestampOf(yield* DateTime.now)
    const successors = findSuccessors(keys)
    const views = [...keys.values()].map((key) => toKeyView(keys, key, now, successors)).filter(makeKeyFilter(input))
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
  const header = ["Identifier", "Status", "Age", "Tier", "Environment", "Organization"]
  const rows = [header, ...views.map(toRow)]
  const widths = header.map((_, column) => Math.max(...rows.map((row) => CliOutput.displayWidth(row[column] ?? ""))))
  return rows
    .map((row) =>
      row
        .map((cell, column) => padCell(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

const toRow = (view: KeyView): ReadonlyArray<string> => [
  view.identifier,
  view.status,
  `${view.age_days} d${view.rotation_due ? ", rotate" : ""}`,
  view.tier,
  view.environment,
  view.organization
]

const padCell = (cell: string, width: number): string =>
  cell + " ".repeat(Math.max(0, width - CliOutput.displayWidth(cell)))
