import * as PgClient from "@effect/sql-pg/PgClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { migrate } from "./PostgresMigrations.ts"
import { withTimeout, type Hint } from "./PostgresTimeouts.ts"
import type { PostgresDatabase } from "./PostgresUrl.ts"

/** The connections to a database. */
export const clientOf = ({ authorities, hasPassword, url }: PostgresDatabase) =>
  Layer.unwrap(
    Effect.gen(function* () {
      // As in the tools of PostgreSQL, so that the password need not be in the URL.
      const password = hasPassword ? undefined : yield* Effect.orDie(Config.option(Config.Redacted("PGPASSWORD")))
      return PgClient.layer({
        url,
        password: password === undefined ? undefined : Option.getOrUndefined(password),
        // A certificate in the URL requires TLS, whatever else the URL says.
        ...(authorities === undefined ? {} : { ssl: { ca: authorities } }),
        applicationName: "taxonomy",
        // One listens, the others query.
        maxConnections: 3,
        // Connection poolers use another session for each statement, in which prepared ones are unknown.
        prepare: false,
        // A listener sends nothing, and would not detect a dead connection.
        keepAlive: Duration.seconds(30)
      })
    })
  )

/** Creates missing tables, which takes the privilege to CREATE in the schema. */
export const migratePostgres = (database: PostgresDatabase) =>
  withTimeout(Effect.provide(runMigrations, clientOf(database)), database, runAsOwner).pipe(
    Effect.withSpan("PostgresKeyLedger.migrate")
  )

/** Creates missing tables on a connection. */
export const migrateOn = (sql: PgClient.PgClient) => Effect.provideService(runMigrations, SqlClient.SqlClient, sql)

const runMigrations = Effect.catchTag(migrate, "MigrationError", (error) =>
  isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
)

const runAsOwner: Hint = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? ". Run it as the owner of the tables, or as a user who may create them if there are none"
    : ""
