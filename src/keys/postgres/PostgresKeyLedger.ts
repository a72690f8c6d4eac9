import * as PgClient from "@effect/sql-pg/PgClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { ChainBroken } from "../../domain/ledger/ChainBroken.ts"
import { emptyKeyLedger, encodeKeyEvent, parseKeyLedger, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLedgerStore } from "../KeyLedgerStore.ts"
import { migrate, table } from "./PostgresMigrations.ts"
import { makePool } from "./PostgresPool.ts"
import { sqlStateOf, withReconnect, withTimeout, type Hint } from "./PostgresTimeouts.ts"
import type { PostgresDatabase } from "./PostgresUrl.ts"

/**
 * Stores the key ledger in a table of PostgreSQL. A row is a line of the ledger file, with the same hash chain. The
 * first key creates the table, or `migratePostgres` before that. From then on, a server needs the privilege to SELECT,
 * an operator also to INSERT, and nobody any other.
 */
export const postgresKeyLedger = (database: PostgresDatabase) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.gen(function* () {
      const pool = yield* withTimeout(makePool(clientOf(database)), database)
      let hasTable = false
      /** Returns `undefined` if the table is missing. Asks first, since the database logs each failure. */
      const ifTableExists = <A>(query: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError>) =>
        Effect.gen(function* () {
          const sql = pool.client()
          if (!hasTable) {
            const [row] = yield* sql<{ exists: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS exists`
            if (row?.exists !== true) return undefined
          }
          const found = yield* query(sql)
          hasTable = true
          return found
        }).pipe(
          Effect.catchIf(isTableMissing, () => {
            hasTable = false
            return Effect.undefined
          })
        )

      const rowsInOrder = ifTableExists((sql) => sql<Row>`SELECT sequence, line FROM ${sql(table)} ORDER BY sequence`)

      const read = Effect.fn("PostgresKeyLedger.read")(function* (known: KeyLedger) {
        const rows = yield* withTimeout(rowsInOrder, database)
        return yield* Effect.mapError(
          Effect.fromResult(parseRows(rows ?? [], known)),
          (cause) => new KeyLedgerBroken({ location: database.shown, cause })
        )
      })

      // The number of the transaction that wrote each row reveals altered rows, too.
      const revision = ifTableExists(
        (sql) => sql<{ revision: string }>`
          SELECT concat_ws(' ', count(*), max(sequence), sum(xmin::text::bigint)) AS revision FROM ${sql(table)}`
      )

      /** Appends a row and returns true, unless the last row is no longer the head that was read. */
      const append = (sql: PgClient.PgClient, ledger: KeyLedger, event: KeyEvent) =>
        sql`
          WITH appended AS (
            INSERT INTO ${sql(table)} (sequence, line)
            SELECT ${ledger.head.sequence + 1}::integer, ${encodeKeyEvent(ledger, event).trimEnd()}::text
            WHERE ${ledger.head.sequence === 0 ? null : ledger.head.hash}::text IS NOT DISTINCT FROM
              (SELECT substring(line FROM '"hash":"([^"]*)"') FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1)
            RETURNING sequence
          )
          SELECT sequence, pg_notify(${table}, sequence::text) FROM appended`.pipe(
          Effect.map((rows) => rows.length === 1),
          Effect.catchIf(isOvertaken, () => Effect.succeed(false))
        )

      const transact = Effect.fn("PostgresKeyLedger.transact")(function* <A extends { readonly event: KeyEvent }, E>(
        decide: (keys: KeyRegistry) => Result.Result<A, E>
      ) {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const ledger = yield* read(emptyKeyLedger)
          const decision = yield* Effect.fromResult(decide(ledger.keys))
          const sql = pool.client()
          if (!hasTable) {
            const migrated = Effect.provideService(runMigrations, SqlClient.SqlClient, sql)
            yield* withTimeout(migrated, database, mayNotMigrate)
          }
          if (yield* withTimeout(append(sql, ledger, decision.event), database, mayBeWritten)) return decision
        }
        return yield* new KeyLedgerUnavailable({
          location: database.shown,
          reason: `gave up after ${maxAttempts} attempts because of concurrent writes`
        })
      })

      return KeyLedgerStore.of({
        location: database.shown,
        read,
        revision: Effect.map(withReconnect(revision, database, pool.renew), (rows) => rows?.[0]?.revision),
        changes: pool.notifications(table).pipe(Stream.retry(Schedule.spaced(Duration.seconds(1))), Stream.orDie),
        transact
      })
    })
  )

/** Creates missing tables, which takes the privilege to CREATE in the schema. */
export const migratePostgres = (database: PostgresDatabase) =>
  withTimeout(Effect.provide(runMigrations, clientOf(database)), database, runAsOwner).pipe(
    Effect.withSpan("PostgresKeyLedger.migrate")
  )

const clientOf = ({ authorities, hasPassword, url }: PostgresDatabase) =>
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

const runMigrations = Effect.catchTag(migrate, "MigrationError", (error) =>
  isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
)

interface Row {
  readonly sequence: number
  readonly line: string
}

const parseRows = (rows: ReadonlyArray<Row>, known: KeyLedger): Result.Result<KeyLedger, ChainBroken> => {
  const misplaced = rows.findIndex(({ sequence }, index) => sequence !== index + 1)
  if (misplaced === -1) {
    return parseKeyLedger(new TextEncoder().encode(rows.map(({ line }) => `${line}\n`).join("")), known)
  }
  const [found, expected] = [rows[misplaced]?.sequence ?? 0, misplaced + 1]
  return Result.fail(new ChainBroken({ line: expected, problem: { _tag: "WrongSequence", found, expected } }))
}

const isTableMissing = (error: SqlError): boolean => sqlStateOf(error) === "42P01"

/** True if another writer has appended the row, or is about to. */
const isOvertaken = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "SerializationError" || reason._tag === "DeadlockError"

// Another writer succeeds at each attempt, so the loop ends.
const maxAttempts = 1000

const mayBeWritten: Hint = (error) =>
  error === undefined || error.reason._tag === "ConnectionError"
    ? ". The change may have been written. Run taxonomy keys list to see it"
    : ""

const mayNotMigrate: Hint = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? `. The table ${table} is missing. Run "taxonomy keys migrate" as a user who may create it`
    : ""

const runAsOwner: Hint = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? ". Run it as the owner of the tables, or as a user who may create them if there are none"
    : ""
