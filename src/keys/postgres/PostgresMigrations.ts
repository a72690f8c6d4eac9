import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"

/** The table of the key ledger, and the name of the channel that announces new rows. */
export const table = "taxonomy_key_events"

/** Runs missing migrations in one transaction. A published migration is never changed. */
export const migrate = Migrator.make({})({
  table: "taxonomy_key_migrations",
  loader: Effect.succeed([
    [
      1,
      "key_events",
      Effect.succeed(
        Effect.flatMap(
          SqlClient.SqlClient,
          // A row is a line of the ledger file. The primary key lets only one of two concurrent writers append.
          (sql) =>
            sql`CREATE TABLE ${sql(table)} (sequence integer PRIMARY KEY CHECK (sequence > 0), line text NOT NULL)`
        )
      )
    ]
  ])
})
