import { readFileSync } from "node:fs"
import * as Schema from "effect/Schema"
import { root } from "../../system/docs/Documents.ts"

const DataSource = Schema.Struct({ type: Schema.Literal("prometheus"), uid: Schema.Literal("${datasource}") })

const GridPosition = Schema.Struct({ x: Schema.Int, y: Schema.Int, w: Schema.Int, h: Schema.Int })

const Row = Schema.Struct({
  type: Schema.Literal("row"),
  id: Schema.Int,
  title: Schema.NonEmptyString,
  gridPos: GridPosition,
  panels: Schema.Array(Schema.Never)
})

const Chart = Schema.Struct({
  type: Schema.Literals(["stat", "timeseries"]),
  id: Schema.Int,
  title: Schema.NonEmptyString,
  gridPos: GridPosition,
  datasource: DataSource,
  fieldConfig: Schema.Struct({ defaults: Schema.Struct({ unit: Schema.NonEmptyString }) }),
  targets: Schema.NonEmptyArray(
    Schema.Struct({ refId: Schema.NonEmptyString, datasource: DataSource, expr: Schema.NonEmptyString })
  )
})

const Variable = Schema.Struct({
  name: Schema.NonEmptyString,
  type: Schema.Literals(["datasource", "query"]),
  definition: Schema.optionalKey(Schema.String)
})

/** The parts of a Grafana dashboard that the tests read (schema version 36 and later). */
const Board = Schema.Struct({
  uid: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  schemaVersion: Schema.Int.check(Schema.isGreaterThanOrEqualTo(36)),
  templating: Schema.Struct({ list: Schema.Array(Variable) }),
  panels: Schema.Array(Schema.Union([Row, Chart]))
})

/** The dashboard in `deploy/`. */
export const board = Schema.decodeSync(Schema.fromJsonString(Board))(
  readFileSync(`${root}deploy/grafana/taxonomy.json`, "utf8")
)

/** The queries of all panels, by panel. Variables of Grafana have the values that fit a test. */
export const boardQueries: ReadonlyArray<{ readonly panel: string; readonly query: string }> = board.panels.flatMap(
  (panel) =>
    panel.type === "row"
      ? []
      : panel.targets.map(({ expr }) => ({
          panel: panel.title,
          query: expr.replaceAll("$__rate_interval", "10m").replaceAll("$instance", ".*")
        }))
)
