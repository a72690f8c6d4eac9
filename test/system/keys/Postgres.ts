import { randomBytes } from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import { describe } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlError } from "effect/sql/SqlError"
import { patience } from "../../support/Patience.ts"
import type { MakeLedger, TestLedger } from "./TestLedger.ts"

const { DATABASE_URL, TAXONOMY_REQUIRE_SERVICES } = process.env

const serverUrl = DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

/** Connects to the database that a URL names. */
export const clientOf = Effect.fnUntraced(function* (url: string) {
  const layer = PgClient.layer({ url: Redacted.make(url), applicationName: "taxonomy-test", maxConnections: 1 })
  return Context.get(yield* Layer.build(layer), PgClient.PgClient)
})

const answers = await clientOf(serverUrl).pipe(
  Effect.flatMap((sql) => sql`SELECT 1`),
  Effect.scoped,
  Effect.isSuccess,
  Effect.runPromise
)

/** Like `describe`, if PostgreSQL is reachable or required. */
export const describeWithPostgres = answers || TAXONOMY_REQUIRE_SERVICES === "1" ? describe : describe.skip

if (!answers) {
  const { host } = new URL(serverUrl)
  process.stderr.write(`PostgreSQL does not answer at ${host}, so its tests are skipped. DATABASE_URL names another.\n`)
}

/** An empty database that is removed after the test. */
export const temporaryDatabase = Effect.gen(function* () {
  const name = `taxonomy_keys_test_${randomBytes(6).toString("hex")}`
  const server = yield* clientOf(serverUrl)
  yield* Effect.acquireRelease(server`CREATE DATABASE ${server(name)}`, () =>
    Effect.orDie(server`DROP DATABASE ${server(name)} WITH (FORCE)`)
  )
  const urlFor = (user?: string, password?: string) => {
    const url = new URL(serverUrl)
    url.pathname = name
    if (user !== undefined) url.username = user
    if (password !== undefined) url.password = password
    return url.href
  }
  const { password } = new URL(serverUrl)
  return { name, server, password, urlFor, url: urlFor(), sql: yield* clientOf(urlFor()) }
}).pipe(Effect.orDie)

/** A database, and users of it who go with the test. */
export const databaseWithRoles = Effect.gen(function* () {
  const database = yield* temporaryDatabase
  const { name, sql } = database
  const role = (suffix: string) =>
    Effect.as(
      Effect.acquireRelease(sql`CREATE ROLE ${sql(`${name}_${suffix}`)} LOGIN`, () =>
        Effect.orDie(
          Effect.andThen(
            sql`DROP OWNED BY ${sql(`${name}_${suffix}`)} CASCADE`,
            sql`DROP ROLE ${sql(`${name}_${suffix}`)}`
          )
        )
      ),
      `${name}_${suffix}`
    )
  return { ...database, role }
})

type Database = Effect.Success<typeof temporaryDatabase>

/** Terminates the connections of the program to a database, and waits for their end. A later one is not affected. */
export const disconnect = ({ name, server }: Database) =>
  server`SELECT pg_terminate_backend(pid, ${Duration.toMillis(patience)}) FROM pg_stat_activity
    WHERE datname = ${name} AND application_name = 'taxonomy'`.pipe(Effect.asVoid, Effect.orDie)

/** All rows of all tables. */
export const dumpOf = ({ sql }: Database) =>
  Effect.gen(function* () {
    const tables = yield* sql<{ name: string }>`SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name
      FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
    const rows = yield* Effect.forEach(
      tables,
      ({ name }) => sql<{ row: string }>`SELECT row_to_json(each)::text AS row FROM ${sql.literal(name)} AS each`
    )
    return rows
      .flat()
      .map(({ row }) => row)
      .join("\n")
  }).pipe(Effect.orDie)

/** The second line of a checkpoint. A forger of any other text chooses a number that makes it the present one. */
const sizeOf = (source: string): number => Number(source.split("\n")[1] ?? 1000)

export const ledgerIn = (database: Database): TestLedger => {
  const { name, server, sql, url } = database
  const from = (...statements: ReadonlyArray<Effect.Effect<unknown, SqlError>>) =>
    Effect.asVoid(Effect.orDie(Effect.all(statements)))
  return {
    location: url,
    lines: sql<{ line: string }>`SELECT line FROM taxonomy_key_events ORDER BY sequence`.pipe(
      Effect.map((rows) => rows.map(({ line }) => line)),
      Effect.orDie
    ),
    write: (lines) =>
      from(
        sql.withTransaction(
          Effect.all([
            sql`DELETE FROM taxonomy_key_events`,
            ...lines.map((line, index) => sql`INSERT INTO taxonomy_key_events VALUES (${index + 1}, ${line})`),
            // Otherwise the database may keep its counters back for ten seconds.
            sql`SELECT pg_stat_force_next_flush()`
          ])
        )
      ),
    checkpoint: sql<{ note: string }>`SELECT note FROM taxonomy_key_checkpoints ORDER BY size DESC, id DESC`.pipe(
      Effect.map((rows) => rows[0]?.note),
      Effect.orDie
    ),
    writeCheckpoint: (source) =>
      from(
        sql.withTransaction(
          Effect.all([
            sql`DELETE FROM taxonomy_key_checkpoints`,
            ...(source === undefined
              ? []
              : [sql`INSERT INTO taxonomy_key_checkpoints (size, note) VALUES (${sizeOf(source)}, ${source})`])
          ])
        )
      ),
    dump: dumpOf(database),
    away: [
      {
        name: "down",
        begin: from(server`ALTER DATABASE ${server(name)} ALLOW_CONNECTIONS false`, disconnect(database)),
        end: from(server`ALTER DATABASE ${server(name)} ALLOW_CONNECTIONS true`)
      },
      {
        name: "without its table",
        begin: from(sql`ALTER TABLE taxonomy_key_events RENAME TO away`),
        end: from(sql`ALTER TABLE away RENAME TO taxonomy_key_events`)
      }
    ]
  }
}

export const postgresLedger: MakeLedger = Effect.map(temporaryDatabase, ledgerIn)
