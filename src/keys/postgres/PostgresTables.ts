import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { checkpointTable, table } from "./PostgresMigrations.ts"
import type { PostgresPool } from "./PostgresPool.ts"
import { isTableMissing, type FoundTables } from "./PostgresQueries.ts"

/** Remembers which tables exist. Asks for missing ones, since the database logs each failure. */
export const makeTables = (pool: PostgresPool) => {
  let found = noTables
  const find = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
    const [row] = yield* sql<FoundTables>`SELECT to_regclass(${table}) IS NOT NULL AS events,
      to_regclass(${checkpointTable}) IS NOT NULL AS checkpoints`
    found = row ?? noTables
  })
  const withTables = <A>(
    isKnown: () => boolean,
    query: (sql: PgClient.PgClient, found: FoundTables) => Effect.Effect<A, SqlError>
  ): Effect.Effect<A | undefined, SqlError> =>
    Effect.gen(function* () {
      const sql = pool.client()
      if (!isKnown()) yield* find(sql)
      return found.events ? yield* query(sql, found) : undefined
    }).pipe(
      Effect.catchIf(isTableMissing, () => {
        found = noTables
        return Effect.undefined
      })
    )
  return {
    /** Queries the events. Returns `undefined` if their table is missing. */
    ifEvents: <A>(query: (sql: PgClient.PgClient, found: FoundTables) => Effect.Effect<A, SqlError>) =>
      withTables(() => found.events, query),
    /** Queries the events and, if their table exists, the checkpoints. */
    ifSignedEvents: <A>(query: (sql: PgClient.PgClient, found: FoundTables) => Effect.Effect<A, SqlError>) =>
      withTables(() => found.checkpoints, query),
    /** What was last found. */
    found: (): FoundTables => found
  }
}

const noTables: FoundTables = { events: false, checkpoints: false }
