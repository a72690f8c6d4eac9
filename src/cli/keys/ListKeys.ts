import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rotationDays } from "../../domain/keys/KeyRotation.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { filterFlags, isWanted } from "./KeyFilter.ts"
import { keysOption } from "./KeyOptions.ts"
import { KeyView, findSuccessors, toKeyView } from "./KeyView.ts"

/** `taxonomy keys list`: the keys in the order of issue, those due for rotation marked (service spec, 5.4). */
export const listKeys = Command.make(
  "list",
  { ...filterFlags, keys: keysOption, format: plainFormatOption },
  Effect.fnUntraced(function* (input) {
    const store = yield* KeyStore
    const keys = yield* store.keys
    const now = timestampOf(yield* DateTime.now)
    const successors = findSuccessors(keys)
    const views = [...keys.values()].map((key) => toKeyView(keys, key, now, successors)).filter(isWanted(input))
    if (input.format === "json") return yield* Console.log(viewsJson({ keys: views }))
    yield* Console.log(
      views.length > 0
        ? tableOf(views)
        : keys.size > 0
          ? "No key is like that. taxonomy keys list shows all."
          : `No keys in ${store.ledger.location}. Issue one with taxonomy keys issue, or name another place with --keys.`
    )
  })
).pipe(
  Command.withDescription(`List the keys. Active ones older than ${rotationDays} days are marked`),
  Command.withExamples([
    { command: "taxonomy keys list", description: "All keys" },
    { command: "taxonomy keys list --rotation-due", description: "Those whose holders should ask for a new one" },
    {
      command: "taxonomy keys list --status active --environment production --format json",
      description: "For a program"
    }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

const viewsJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(KeyView) })))

const tableOf = (views: ReadonlyArray<KeyView>): string => {
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
