import * as PgClient from "@effect/sql-pg/PgClient"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import {
  clientOf,
  sqlStateOf,
  usageTables,
  withTimeout,
  type PostgresDatabase
} from "../keys/postgres/PostgresDatabase.ts"
import type { UsageDeltas, UseKind } from "./UsageDeltas.ts"
import { keptDays, type KeyUse, type Period } from "./UsageReport.ts"
import { toReportedUsage, UsageUnavailable, type UsageStore } from "./UsageStore.ts"

/**
 * Keeps the usage in the database of the keys, for all servers that share it, in the tables that `taxonomy keys migrate`
 * creates. A server needs the privileges to SELECT, INSERT and UPDATE, and to DELETE uses, which are kept for 400 days.
 * Each call has a connection of its own, since calls are seconds apart. A call that fails after the database has executed
 * it is repeated by its caller and counts twice, which happens only if a connection breaks at that moment.
 */
export const makePostgresUsageStore = (database: PostgresDatabase): UsageStore => {
  const run = <A>(use: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError>): Effect.Effect<A, UsageUnavailable> =>
    withTimeout(Effect.provide(Effect.flatMap(PgClient.PgClient, use), clientOf(database)), database, (error) =>
      error && sqlStateOf(error) === "42P01" ? ". Create it with taxonomy keys migrate" : ""
    ).pipe(Effect.mapError(({ location, reason }) => new UsageUnavailable({ location, reason })))

  return {
    add: (deltas) => Effect.asVoid(run((sql) => insert(sql, deltas))),
    read: (keyPrefix) =>
      Effect.map(
        run((sql) => selectUsage(sql, keyPrefix)),
        (rows) => ({
          since: DateTime.formatIso(DateTime.makeUnsafe(rows[0]?.since ?? 0)),
          keys: rows.flatMap(({ key, ...usage }) => (key === null ? [] : [toReportedUsage(key, usage)]))
        })
      ),
    readUses: (period) => run((sql) => selectUses(sql, period))
  }
}

// In the order of the keys, so that two servers that write at the same time wait for each other, and never in a circle.
const insert = (sql: PgClient.PgClient, { keys, uses }: UsageDeltas) => {
  const usages = keys.map(([key, { lastUsedMillis, refused, requests }]) => {
    return { key, requests, refused, last_used: DateTime.formatIso(DateTime.makeUnsafe(lastUsedMillis)) }
  })
  const rows = uses.map(({ day, keyPrefix, kind, name, requests }) => ({ day, key: keyPrefix, kind, name, requests }))
  return sql`
    WITH usages AS (
      INSERT INTO ${sql(usageTables.keys)} AS known (key, requests, refused, since, last_used)
      SELECT key, requests, refused, now(), last_used FROM json_to_recordset(${JSON.stringify(usages)}::text::json)
        AS usage (key text, requests bigint, refused bigint, last_used timestamptz) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET requests = known.requests + excluded.requests,
        refused = known.refused + excluded.refused, last_used = greatest(known.last_used, excluded.last_used)
    ), expired AS (
      DELETE FROM ${sql(usageTables.uses)} WHERE day < current_date - ${keptDays}::integer
    )
    INSERT INTO ${sql(usageTables.uses)} AS known (day, key, kind, name, requests)
    SELECT day, key, kind, name, requests FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
      AS use (day date, key text, kind text, name text, requests bigint) ORDER BY day, key, kind, name
    ON CONFLICT (day, key, kind, name) DO UPDATE SET requests = known.requests + excluded.requests`
}

/** A row for each key, or one without a key, that tells only when the counting began. */
const selectUsage = (sql: PgClient.PgClient, keyPrefix: string | undefined) =>
  sql<{ key: string | null; requests: number; refused: number; lastUsedMillis: number; since: number }>`
    SELECT key, requests::float8, refused::float8, round(extract(epoch FROM last_used) * 1000)::float8 AS "lastUsedMillis",
      round(extract(epoch FROM began.since) * 1000)::float8 AS since
    FROM (SELECT coalesce(min(since), now()) AS since FROM ${sql(usageTables.keys)}) AS began
      LEFT JOIN ${sql(usageTables.keys)} AS usage ON ${keyPrefix ?? null}::text IS NULL OR key = ${keyPrefix ?? null}::text`

const selectUses = (sql: PgClient.PgClient, { since, until }: Period) =>
  sql<KeyUse & { readonly kind: UseKind }>`
    SELECT key AS identifier, kind, name, sum(requests)::float8 AS requests, min(day)::text AS first_used_on,
      max(day)::text AS last_used_on
    FROM ${sql(usageTables.uses)} WHERE day BETWEEN ${since}::text::date AND ${until}::text::date
    GROUP BY key, kind, name ORDER BY key, kind, name`
