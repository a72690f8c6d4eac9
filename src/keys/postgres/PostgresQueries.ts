import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Head } from "../../domain/ledger/HashChain.ts"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { checkpointTable, table } from "./PostgresMigrations.ts"
import { sqlStateOf } from "./PostgresTimeouts.ts"

/** An event of the key ledger. */
export interface EventRow {
  readonly sequence: number
  readonly line: string
}

interface CheckpointRow {
  readonly id: number
  readonly note: string
}

/** What one statement sees of a signed ledger. */
interface StoredRows {
  readonly events: ReadonlyArray<EventRow>
  readonly checkpoint: CheckpointRow | undefined
}

export const selectEvents = (sql: PgClient.PgClient) =>
  sql<EventRow>`SELECT sequence, line FROM ${sql(table)} ORDER BY sequence`

/** The events and the present checkpoint as one statement sees them, so that they belong together. */
export const selectSigned = (
  sql: PgClient.PgClient,
  { checkpoints }: FoundTables
): Effect.Effect<StoredRows, SqlError> =>
  checkpoints
    ? Effect.map(
        sql<EventRow | (CheckpointRow & { readonly sequence: null })>`
          SELECT sequence, line, NULL::integer AS id, NULL::text AS note FROM ${sql(table)}
          UNION ALL SELECT NULL, NULL, id, note FROM (${presentCheckpoint(sql)}) AS present
          ORDER BY sequence`,
        (rows) => ({
          events: rows.filter((row) => row.sequence !== null),
          checkpoint: rows.find((row) => row.sequence === null)
        })
      )
    : Effect.map(selectEvents(sql), (events) => ({ events, checkpoint: undefined }))

/** The events from a sequence number on. */
export const selectEventsFrom = (sql: PgClient.PgClient, sequence: number) =>
  sql<EventRow>`SELECT sequence, line FROM ${sql(table)} WHERE sequence >= ${sequence}::integer ORDER BY sequence`

/** The last row, which the index of the table finds. */
export const selectRevision = (sql: PgClient.PgClient) =>
  sql<Revision>`SELECT (SELECT concat_ws(' ', sequence, md5(line)) FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1) AS revision`

export const selectSignedRevision = (sql: PgClient.PgClient, { checkpoints }: FoundTables) =>
  checkpoints
    ? sql<Revision>`SELECT concat_ws(' ',
        (SELECT concat_ws(' ', sequence, md5(line)) FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1),
        (SELECT concat_ws(' ', id, md5(note)) FROM (${presentCheckpoint(sql)}) AS present)
      ) AS revision`
    : selectRevision(sql)

/** The tables that exist. */
export interface FoundTables {
  readonly events: boolean
  readonly checkpoints: boolean
}

interface Revision {
  /** `null` for a table without rows. */
  readonly revision: string | null
}

/** A row for the table of events, and one for the table of checkpoints if the ledger is signed. */
export interface NewRows {
  readonly event: EventRow
  readonly note: string | undefined
  /** The head that the event continues. */
  readonly head: Head
  /** The checkpoint that was read; `undefined` if there is no table for one. */
  readonly seen: { readonly id: number | null } | undefined
}

/** Appends an event and its checkpoint in one step and returns true, unless others have appended since the reading. */
export const append = (sql: PgClient.PgClient, { event, head, note, seen }: NewRows) =>
  sql`
    WITH appended AS (
      INSERT INTO ${sql(table)} (sequence, line)
      SELECT ${event.sequence}::integer, ${event.line}::text
      WHERE ${head.sequence === 0 ? null : head.hash}::text IS NOT DISTINCT FROM
        (SELECT substring(line FROM '"hash":"([^"]*)"') FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1)
      ${
        seen === undefined
          ? sql.literal("")
          : sql`AND ${seen.id}::integer IS NOT DISTINCT FROM (SELECT id FROM (${presentCheckpoint(sql)}) AS present)`
      }
      RETURNING sequence
    )
    ${
      note === undefined
        ? sql.literal("")
        : sql`, signed AS (
            INSERT INTO ${sql(checkpointTable)} (size, note) SELECT sequence, ${note}::text FROM appended
          )`
    }
    SELECT sequence, pg_notify(${table}, sequence::text) FROM appended`.pipe(
    Effect.map((rows) => rows.length === 1),
    Effect.catchIf(isOvertaken, () => Effect.succeed(false))
  )

/** Another checkpoint of the present ledger. */
export interface NewCheckpoint {
  readonly size: number
  readonly note: string
  /** The checkpoint that was read. */
  readonly seen: { readonly id: number | null }
}

/** Inserts a checkpoint and returns true, unless others have appended or signed since the reading. */
export const insertCheckpoint = (sql: PgClient.PgClient, { note, seen, size }: NewCheckpoint) =>
  sql`
    WITH signed AS (
      INSERT INTO ${sql(checkpointTable)} (size, note)
      SELECT ${size}::integer, ${note}::text
      WHERE ${size}::integer = (SELECT max(sequence) FROM ${sql(table)})
        AND ${seen.id}::integer IS NOT DISTINCT FROM (SELECT id FROM (${presentCheckpoint(sql)}) AS present)
      RETURNING size
    )
    SELECT pg_notify(${table}, size::text) FROM signed`.pipe(Effect.map((rows) => rows.length === 1))

/** Fills the tables in one step and returns true, unless there are events. */
export const fillTables = (
  sql: PgClient.PgClient,
  events: ReadonlyArray<EventRow>,
  checkpoint: StoredCheckpoint | undefined
) =>
  sql`
    WITH filled AS (
      INSERT INTO ${sql(table)} (sequence, line)
      SELECT sequence, line FROM json_to_recordset(${JSON.stringify(events)}::text::json)
        AS event (sequence integer, line text)
      WHERE NOT EXISTS (SELECT FROM ${sql(table)})
      RETURNING sequence
    )
    ${
      checkpoint === undefined
        ? sql.literal("")
        : sql`, signed AS (
            INSERT INTO ${sql(checkpointTable)} (size, note)
            SELECT ${checkpoint.size}::integer, ${checkpoint.source}::text WHERE EXISTS (SELECT FROM filled)
          )`
    }
    SELECT sequence, pg_notify(${table}, sequence::text) FROM filled ORDER BY sequence DESC LIMIT 1`.pipe(
    Effect.map((rows) => rows.length === 1),
    Effect.catchIf(isOvertaken, () => Effect.succeed(false))
  )

export const isTableMissing = (error: SqlError): boolean => sqlStateOf(error) === "42P01"

const presentCheckpoint = (sql: PgClient.PgClient) =>
  sql<CheckpointRow>`SELECT id, note FROM ${sql(checkpointTable)} ORDER BY size DESC, id DESC LIMIT 1`

/** True if another writer has appended the row, or is about to. */
const isOvertaken = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "SerializationError" || reason._tag === "DeadlockError"
