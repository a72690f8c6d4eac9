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
import { emptyLedger, lineAfter, parseLedger, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLedgerStore } from "../KeyLedgerStore.ts"
import type { PostgresAddress, PostgresLocation } from "./PostgresLocation.ts"
import { migrate, table } from "./PostgresMigrations.ts"
import { makePool } from "./PostgresPool.ts"
import { answered, answeredPromptly, stateOf, type Advice } from "./PostgresTimeouts.ts"

/**
 * Keeps a ledger of keys in a table of PostgreSQL. A row is a line of the file, so the same chain of hashes covers it.
 * The table is made with the first key, or before by `migratePostgres`. Once it is there, who reads keys needs the right
 * to SELECT from it, who issues and revokes them also the one to INSERT, and nobody any other.
 */
export const postgresKeyLedger = (location: PostgresAddress) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.gen(function* () {
      const pool = yield* makePool(clientOf(location))
      let tableSeen = false
      /** Nothing where the table is not there. That is asked first, for the database logs each failure. */
      const ifThere = <A>(ask: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError>) =>
        Effect.gen(function* () {
          const sql = pool.client()
          if (!tableSeen) {
            const [row] = yield* sql<{ there: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS there`
            if (row?.there !== true) return undefined
          }
          const found = yield* ask(sql)
          tableSeen = true
          return found
        }).pipe(
          Effect.catchIf(isTableMissing, () => {
            tableSeen = false
            return Effect.undefined
          })
        )

      const rowsInOrder = ifThere((sql) => sql<Row>`SELECT sequence, line FROM ${sql(table)} ORDER BY sequence`)

      const read = Effect.fnUntraced(function* (before: KeyLedger) {
        const rows = yield* answered(rowsInOrder, location)
        return yield* Effect.mapError(
          Effect.fromResult(ledgerOf(rows ?? [], before)),
          (cause) => new KeyLedgerBroken({ path: location.shown, cause })
        )
      })

      // With every row comes the number of the transaction that wrote it, so this tells of altered rows as well.
      const revision = ifThere(
        (sql) => sql<{ revision: string }>`
          SELECT concat_ws(' ', count(*), max(sequence), sum(xmin::text::bigint)) AS revision FROM ${sql(table)}`
      )
      const promptRevision = answeredPromptly(revision, location, pool.renew)

      /** Adds a row where the last one is still the one that was read; tells whether. */
      const append = (sql: PgClient.PgClient, ledger: KeyLedger, event: KeyEvent) =>
        sql`
          WITH appended AS (
            INSERT INTO ${sql(table)} (sequence, line)
            SELECT ${ledger.head.sequence + 1}::integer, ${lineAfter(ledger, event)}::text
            WHERE ${lastLine(ledger)}::text
              IS NOT DISTINCT FROM (SELECT line FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1)
            RETURNING sequence
          )
          SELECT sequence, pg_notify(${table}, sequence::text) FROM appended`.pipe(
          Effect.map((rows) => rows.length === 1),
          Effect.catchIf(isOvertaken, () => Effect.succeed(false))
        )

      const transact = Effect.fnUntraced(function* <A extends { readonly event: KeyEvent }, E>(
        decide: (keys: KeyRegistry) => Result.Result<A, E>
      ) {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const ledger = yield* read(emptyLedger)
          const decision = yield* Effect.fromResult(decide(ledger.keys))
          const sql = pool.client()
          if (!tableSeen) yield* Effect.provideService(migrateKeyLedger(location), SqlClient.SqlClient, sql)
          if (yield* answered(append(sql, ledger, decision.event), location, mayHaveHappened)) return decision
        }
        return yield* new KeyLedgerUnavailable({ path: location.shown, reason: "others write to it all the time" })
      })

      return KeyLedgerStore.of({
        location: location.shown,
        read,
        revision: Effect.map(promptRevision, (rows) => rows?.[0]?.revision),
        changes: pool.notifications(table).pipe(Stream.retry(Schedule.spaced(Duration.seconds(1))), Stream.orDie),
        transact
      })
    })
  )

/** Makes the tables that are missing, which takes the right to CREATE in the schema. */
export const migratePostgres = (location: PostgresAddress) =>
  Effect.provide(migrateKeyLedger(location, runAsOwner), clientOf(location))

const clientOf = ({ authorities, hasPassword, url }: PostgresAddress) =>
  Layer.unwrap(
    Effect.gen(function* () {
      // As the tools of PostgreSQL do, so that the password need not be in the URL.
      const password = hasPassword ? undefined : yield* Effect.orDie(Config.option(Config.Redacted("PGPASSWORD")))
      return PgClient.layer({
        url,
        password: password === undefined ? undefined : Option.getOrUndefined(password),
        // An authority that is named is there to be asked, so the connection is encrypted whatever else the URL says.
        ...(authorities === undefined ? {} : { ssl: { ca: authorities } }),
        applicationName: "taxonomy",
        // One listens, the others ask.
        maxConnections: 3,
        // Poolers lend another session for each statement, where prepared ones are not known.
        prepare: false,
        // A listener sends nothing, and would not see that the other end has gone.
        keepAlive: Duration.seconds(30)
      })
    })
  )

const migrateKeyLedger = (location: PostgresLocation, advice: Advice = mayNotMigrate) =>
  answered(
    Effect.catchTag(migrate, "MigrationError", (error) =>
      isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
    ),
    location,
    advice
  )

interface Row {
  readonly sequence: number
  readonly line: string
}

const ledgerOf = (rows: ReadonlyArray<Row>, before: KeyLedger): Result.Result<KeyLedger, ChainBroken> => {
  const misplaced = rows.findIndex(({ sequence }, index) => sequence !== index + 1)
  return misplaced === -1
    ? parseLedger(rows.map(({ line }) => `${line}\n`).join(""), before)
    : Result.fail(
        new ChainBroken({
          line: misplaced + 1,
          problem: { _tag: "WrongSequence", found: rows[misplaced]?.sequence ?? 0, expected: misplaced + 1 }
        })
      )
}

const lastLine = ({ text }: KeyLedger): string | null =>
  text === "" ? null : text.slice(text.lastIndexOf("\n", text.length - 2) + 1, -1)

const isTableMissing = (error: SqlError): boolean => stateOf(error) === "42P01"

/** Whether somebody else has added the row, or is about to. */
const isOvertaken = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "SerializationError" || reason._tag === "DeadlockError"

// Each time, somebody else was faster, and so has come to an end.
const attempts = 1000

const mayHaveHappened: Advice = (error) =>
  error === undefined || error.reason._tag === "ConnectionError"
    ? ". Whether it was written is not known; taxonomy keys list tells"
    : ""

const mayNotMigrate: Advice = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? `. The table ${table} is missing; run "taxonomy keys migrate" as a user who may make it`
    : ""

const runAsOwner: Advice = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? ". Run it as the owner of the tables, or before there are any as a user who may make them"
    : ""
