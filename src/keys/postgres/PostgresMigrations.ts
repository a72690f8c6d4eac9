import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"

/** The table of the key ledger, and the name of the channel that announces new rows. */
export const table = "taxonomy_key_events"

/** The table of the checkpoints of the key ledger. The present one is that of the largest size, and of these the newest. */
export const checkpointTable = "taxonomy_key_checkpoints"

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
    ],
    [
      2,
      "key_checkpoints",
      Effect.succeed(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.andThen(
            // Rows are only added, so that nobody needs a privilege beyond INSERT.
            sql`CREATE TABLE ${sql(checkpointTable)} (
              id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
              size integer NOT NULL CHECK (size > 0),
              note text NOT NULL
            )`,
            // Who may read or append events may do so with checkpoints, also the owner if another user migrates.
            sql`DO ${sql.literal(copyPrivileges)}`
          )
        )
      )
    ]
  ])
})

const copyPrivileges = `$$
  DECLARE granted record;
  BEGIN
    FOR granted IN
      SELECT privilege_type, grantee FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
      WHERE oid = '${table}'::regclass AND privilege_type IN ('SELECT', 'INSERT')
    LOOP
      EXECUTE format('GRANT %s ON ${checkpointTable} TO %s', granted.privilege_type,
        CASE granted.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(granted.grantee)) END);
    END LOOP;
  END
$$`
