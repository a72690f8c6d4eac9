import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { table } from "./PostgresMigrations.ts"

/**
 * Tells whether rows of the key ledger may have been altered or deleted, without reading them. The counters of the
 * database say so within seconds. A database that counts nothing, such as a replica, is found out by reading all rows
 * once a minute: the number of the transaction that wrote each row reveals altered ones.
 */
export const makeAlterationCheck = (intervalMillis = 60_000) => {
  let alterations = 0
  let checkedAt = -Infinity
  let checked: Checked = { upTo: 0, checksum: "0" }

  const checkAll = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
    const [row] = yield* sql<Row>`SELECT coalesce(max(sequence), 0) AS "upTo",
      concat_ws(' ', count(*), sum(xmin::text::bigint)) AS checksum,
      concat_ws(' ', count(*) FILTER (WHERE sequence <= ${checked.upTo}::integer),
        sum(xmin::text::bigint) FILTER (WHERE sequence <= ${checked.upTo}::integer)) AS before FROM ${sql(table)}`
    if (row === undefined) return
    if (row.before !== checked.checksum) alterations++
    checked = row
  })

  /** Text that changes if rows were altered or deleted. */
  return Effect.fnUntraced(function* (sql: PgClient.PgClient): Effect.fn.Return<string, SqlError> {
    const now = yield* Clock.currentTimeMillis
    if (now - checkedAt >= intervalMillis) {
      yield* checkAll(sql)
      checkedAt = now
    }
    const [row] = yield* sql<{ readonly counters: string }>`SELECT concat_ws(' ', oid, relfilenode,
      pg_stat_get_tuples_updated(oid), pg_stat_get_tuples_deleted(oid)) AS counters
      FROM pg_class WHERE oid = to_regclass(${table})`
    return `${row?.counters} ${alterations}`
  })
}

interface Checked {
  readonly upTo: number
  readonly checksum: string
}

interface Row extends Checked {
  /** The checksum of the rows that were checked before. */
  readonly before: string
}
