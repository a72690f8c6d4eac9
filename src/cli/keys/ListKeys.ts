import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { timestampOf } from "../../domain/Instant.ts"
import { rotationDays } from "../../domain/KeyAge.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "./KeyLocation.ts"
import { formatOption, keysOption } from "./KeyOptions.ts"
import { KeyView, viewOf } from "./KeyView.ts"

/** `taxonomy keys list`: every key in the order of issue, those due for rotation marked (service spec, 5.4). */
export const listKeys = Command.make(
  "list",
  { keys: keysOption, format: formatOption },
  Effect.fnUntraced(function* ({ format }) {
    const keys = yield* (yield* KeyStore).keys
    const now = timestampOf(yield* DateTime.now)
    const views = [...keys.values()].map((key) => viewOf(keys, key, now))
    yield* Console.log(format === "json" ? viewsJson({ keys: views }) : tableOf(views))
  })
).pipe(
  Command.withDescription(`List the keys. Active ones older than ${rotationDays} days are marked`),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

const viewsJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(KeyView) })))

const tableOf = (views: ReadonlyArray<KeyView>): string => {
  if (views.length === 0) return "No keys."
  const header = ["Identifier", "Status", "Age", "Tier", "Environment", "Organization"]
  const rows = [header, ...views.map(rowOf)]
  const widths = header.map((_, column) => Math.max(...rows.map((row) => CliOutput.displayWidth(row[column] ?? ""))))
  return rows
    .map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

const rowOf = (view: KeyView): ReadonlyArray<string> => [
  view.identifier,
  view.status,
  `${view.age_days} d${view.rotation_due ? ", rotate" : ""}`,
  view.tier,
  view.environment,
  view.organization
]

const padded = (cell: string, width: number): string =>
  cell + " ".repeat(Math.max(0, width - CliOutput.displayWidth(cell)))
