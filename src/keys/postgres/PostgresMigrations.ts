import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"

/** The table that holds the ledger of keys; its name is also that of the channel that tells of new rows. */
export const table = "taxonomy_key_events"

/** Makes what is missing of the tables, in one transaction. A migration that was published is never changed. */
export const migrate = Migrator.make({})({
  table: "taxonomy_key_migrations",
  loader: Effect.succeed([
    [
      1,
      "key_events",
      Effect.succeed(
        Effect.flatMap(
          SqlClient.SqlClient,
          // A line of the ledger as in a file. The key on its number is what lets only one of two writers append.
          (sql) =>
            sql`CREATE TABLE ${sql(table)} (sequence integer PRIMARY KEY CHECK (sequence > 0), line text NOT NULL)`
        )
      )
    ]
  ])
})
