import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { ChainBroken, type Head } from "../../domain/ledger/HashChain.ts"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { emptyKeyLedger, extendKeyLedger, parseKeyLedger, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerNotEmpty, KeyLedgerUnavailable } from "../KeyLedgerError.ts"
import { KeyLocationInvalid, type KeyLedgerBackend } from "../KeyLedgerLocation.ts"
import { KeyLedgerStore, type Decision, type KeyLedgerCopy, type SignedKeyLedger } from "../KeyLedgerStore.ts"
import { orRefuse, type KeySigningRefusal, parseKeyCheckpoint, signNextEvents } from "../log/SignKeyLedger.ts"
import {
  clientOf,
  migrateOn,
  checkpointTable,
  table,
  makePool,
  withReconnect,
  withTimeout,
  type Hint,
  type PostgresDatabase,
  sqlStateOf,
  type PostgresPool,
  migratePostgres,
  parsePostgresUrl
} from "./PostgresDatabase.ts"

/** The backend of `postgres://` locations. */
export const postgresBackend: KeyLedgerBackend = Effect.fnUntraced(function* (location) {
  const invalid = (reason: string) => new KeyLocationInvalid({ reason })
  const url = yield* Effect.mapError(Effect.fromResult(parsePostgresUrl(location)), invalid)
  const { rootCertificate } = url
  const authorities =
    rootCertificate === undefined
      ? undefined
      : yield* (yield* FileSystem.FileSystem)
          .readFileString(rootCertificate)
          .pipe(Effect.mapError(() => invalid(`The certificate ${rootCertificate} in sslrootcert cannot be read`)))
  const database = { ...url, authorities }
  return {
    hasPassword: url.hasPassword,
    ledger: postgresKeyLedger(database),
    migrate: Effect.map(migratePostgres(database), ({ length }) => length)
  }
})

/**
 * Stores the key ledger in a table of PostgreSQL, and its checkpoints in another. A row is a line of the ledger file,
 * with the same hash chain. The first key creates the tables, or `migratePostgres` before that. From then on, a server
 * needs the privilege to SELECT, an operator also to INSERT, and nobody any other.
 */
const postgresKeyLedger = (database: PostgresDatabase) =>
  Layer.effect(
    KeyLedgerStore,
    Effect.gen(function* () {
      const { shown: location } = database
      const pool = yield* withTimeout(makePool(clientOf(database)), database)
      const tables = makeTables(pool)
      const overtaken = new KeyLedgerUnavailable({
        location,
        reason: `gave up after ${maxAttempts} attempts because of concurrent writes`
      })

      const parse = (rows: ReadonlyArray<EventRow>, known: KeyLedger) =>
        Effect.mapError(Effect.fromResult(parseRows(rows, known)), (cause) => new KeyLedgerBroken({ location, cause }))

      const checkAlterations = makeAlterationCheck()
      /** What the check said before the last reading of all rows. */
      let unaltered: string | undefined

      const read = Effect.fn("PostgresKeyLedger.read")(function* (known: KeyLedger) {
        const alterations = yield* withTimeout(tables.ifEvents(checkAlterations), database)
        if (alterations !== undefined && alterations === unaltered && known.head.sequence > 0) {
          const from = (sql: PgClient.PgClient) => selectEventsFrom(sql, known.head.sequence)
          const rows = yield* withTimeout(tables.ifEvents(from), database)
          const extended = extendRows(rows ?? [], known)
          if (extended !== undefined) return extended
        }
        const rows = yield* withTimeout(tables.ifEvents(selectEvents), database)
        const { ledger } = yield* parse(rows ?? [], known)
        unaltered = alterations
        return ledger
      })

      /** The ledger, its checkpoint, and the row of that. */
      const load = Effect.fn("PostgresKeyLedger.readSigned")(function* (known: KeyLedger) {
        const rows = yield* withTimeout(tables.ifSignedEvents(selectSigned), database, mayNotRead)
        const { bytes, ledger } = yield* parse(rows?.events ?? [], known)
        const log = makeLogTree(ledger.leaves)
        const checkpoint = yield* parseKeyCheckpoint(location, rows?.checkpoint?.note, log)
        const signed: SignedKeyLedger = { ledger, bytes, log, checkpoint }
        return { signed, row: rows?.checkpoint }
      })

      /** The connection, with the tables that a change needs. */
      const prepare = Effect.fnUntraced(function* (note: string | undefined) {
        const sql = pool.client()
        const { checkpoints, events } = tables.found()
        if (!events || (note !== undefined && !checkpoints)) {
          yield* withTimeout(migrateOn(sql), database, mayNotMigrate(events ? checkpointTable : table))
        }
        return sql
      })

      const transact = Effect.fn("PostgresKeyLedger.transact")(function* <A extends Decision, E>(
        known: KeyLedger,
        decide: (keys: KeyRegistry) => Result.Result<A, E>,
        signingKeys: SigningKeys | undefined
      ) {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const { row, signed } = yield* load(known)
          const { head, keys } = signed.ledger
          const decision = yield* Effect.fromResult(decide(keys))
          const { lines, note } = yield* orRefuse(location, signNextEvents(signed, decision.events, signingKeys))
          const seen = tables.found().checkpoints ? { id: row?.id ?? null } : undefined
          const events = lines.map((line, index) => ({ sequence: head.sequence + index + 1, line }))
          const size = head.sequence + events.length
          const rows = { events, checkpoint: note === undefined ? undefined : { size, source: note }, head, seen }
          const sql = yield* prepare(note)
          if (yield* withTimeout(append(sql, rows), database, mayBeWritten)) return decision
        }
        return yield* overtaken
      })

      const writeCheckpoint = Effect.fn("PostgresKeyLedger.writeCheckpoint")(function* (
        sign: (present: SignedKeyLedger) => Result.Result<string, KeySigningRefusal>
      ) {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const { row, signed } = yield* load(emptyKeyLedger)
          const note = yield* orRefuse(location, sign(signed))
          const sql = yield* prepare(note)
          const checkpoint = { size: signed.log.size, note, seen: { id: row?.id ?? null } }
          if (yield* withTimeout(insertCheckpoint(sql, checkpoint), database, mayBeWritten)) return signed
        }
        return yield* overtaken
      })

      const fill = Effect.fn("PostgresKeyLedger.fill")(function* ({ bytes, checkpoint }: KeyLedgerCopy) {
        const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1)
        yield* load(emptyKeyLedger)
        const sql = yield* prepare(checkpoint?.source)
        const events = lines.map((line, index) => ({ sequence: index + 1, line }))
        const rows = { events, checkpoint, head: emptyKeyLedger.head, seen: undefined }
        const isFilled = yield* withTimeout(append(sql, rows), database, mayBeWritten)
        if (!isFilled) return yield* new KeyLedgerNotEmpty({ location })
      })

      const revisionOf = (
        select: (
          sql: PgClient.PgClient,
          found: FoundTables
        ) => Effect.Effect<ReadonlyArray<{ readonly revision: string | null }>, SqlError>,
        ifTables: typeof tables.ifSignedEvents,
        hint?: Hint
      ) => {
        const query = ifTables((sql, found) =>
          Effect.zipWith(select(sql, found), checkAlterations(sql), (rows, alterations) => {
            return `${rows[0]?.revision ?? ""} ${alterations}`
          })
        )
        return withReconnect(query, database, pool.renew, hint)
      }

      return KeyLedgerStore.of({
        location,
        read,
        revision: revisionOf(selectRevision, tables.ifEvents),
        readSigned: (known) => Effect.map(load(known), ({ signed }) => signed),
        signedRevision: revisionOf(selectSignedRevision, tables.ifSignedEvents, mayNotRead),
        changes: pool.notifications(table).pipe(Stream.retry(Schedule.spaced(Duration.seconds(1))), Stream.orDie),
        // For what a pooler does not pass on.
        pollInterval: Duration.seconds(5),
        transact,
        writeCheckpoint,
        fill
      })
    })
  )

/** The known ledger with the rows after its head; `undefined` if they do not continue it. */
const extendRows = ([head, ...appended]: ReadonlyArray<EventRow>, known: KeyLedger): KeyLedger | undefined => {
  if (head?.sequence !== known.head.sequence || !head.line.includes(`"hash":"${known.head.hash}"`)) return undefined
  if (appended.some(({ sequence }, index) => sequence !== known.head.sequence + index + 1)) return undefined
  if (appended.length === 0) return known
  const text = appended.map(({ line }) => `${line}\n`).join("")
  return Result.getOrElse(extendKeyLedger(new TextEncoder().encode(text), known), () => undefined)
}

const parseRows = (rows: ReadonlyArray<EventRow>, known: KeyLedger) => {
  const misplaced = rows.findIndex(({ sequence }, index) => sequence !== index + 1)
  if (misplaced === -1) {
    const bytes = new TextEncoder().encode(rows.map(({ line }) => `${line}\n`).join(""))
    return Result.map(parseKeyLedger(bytes, known), (ledger) => ({ ledger, bytes }))
  }
  const [found, expected] = [rows[misplaced]?.sequence ?? 0, misplaced + 1]
  return Result.fail(new ChainBroken({ line: expected, problem: { _tag: "WrongSequence", found, expected } }))
}

// Another writer succeeds at each attempt, so the loop ends.
const maxAttempts = 1000

const mayBeWritten: Hint = (error) =>
  error === undefined || error.reason._tag === "ConnectionError"
    ? ". The change may have been written. Run taxonomy keys list to see it"
    : ""

const mayNotRead: Hint = (error) =>
  error?.reason._tag === "AuthorizationError"
    ? `. Grant this user SELECT on ${checkpointTable}, which tells if the ledger is signed`
    : ""

const mayNotMigrate =
  (missing: string): Hint =>
  (error) =>
    error?.reason._tag === "AuthorizationError"
      ? `. The table ${missing} is missing. Run "taxonomy keys migrate" as a user who may create it`
      : ""

/** An event of the key ledger. */
interface EventRow {
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

const selectEvents = (sql: PgClient.PgClient) =>
  sql<EventRow>`SELECT sequence, line FROM ${sql(table)} ORDER BY sequence`

/** The events and the present checkpoint as one statement sees them, so that they belong together. */
const selectSigned = (sql: PgClient.PgClient, { checkpoints }: FoundTables): Effect.Effect<StoredRows, SqlError> =>
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
const selectEventsFrom = (sql: PgClient.PgClient, sequence: number) =>
  sql<EventRow>`SELECT sequence, line FROM ${sql(table)} WHERE sequence >= ${sequence}::integer ORDER BY sequence`

/** The last row, which the index of the table finds. */
const selectRevision = (sql: PgClient.PgClient) =>
  sql<Revision>`SELECT (SELECT concat_ws(' ', sequence, md5(line)) FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1) AS revision`

const selectSignedRevision = (sql: PgClient.PgClient, { checkpoints }: FoundTables) =>
  checkpoints
    ? sql<Revision>`SELECT concat_ws(' ',
        (SELECT concat_ws(' ', sequence, md5(line)) FROM ${sql(table)} ORDER BY sequence DESC LIMIT 1),
        (SELECT concat_ws(' ', id, md5(note)) FROM (${presentCheckpoint(sql)}) AS present)
      ) AS revision`
    : selectRevision(sql)

/** The tables that exist. */
interface FoundTables {
  readonly events: boolean
  readonly checkpoints: boolean
}

interface Revision {
  /** `null` for a table without rows. */
  readonly revision: string | null
}

/** Rows for the table of events, and one for the table of checkpoints if the ledger is signed. */
interface NewRows {
  readonly events: ReadonlyArray<EventRow>
  readonly checkpoint: Pick<StoredCheckpoint, "size" | "source"> | undefined
  /** The head that the events continue. */
  readonly head: Head
  /** The checkpoint that was read; `undefined` if there is no table for one, or if there is nothing to read. */
  readonly seen: { readonly id: number | null } | undefined
}

/** Appends events and their checkpoint in one step and returns true, unless others have appended since the reading. */
const append = (sql: PgClient.PgClient, { checkpoint, events, head, seen }: NewRows) =>
  sql`
    WITH appended AS (
      INSERT INTO ${sql(table)} (sequence, line)
      SELECT sequence, line FROM json_to_recordset(${JSON.stringify(events)}::text::json)
        AS event (sequence integer, line text)
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
      checkpoint === undefined
        ? sql.literal("")
        : sql`, signed AS (
            INSERT INTO ${sql(checkpointTable)} (size, note)
            SELECT ${checkpoint.size}::integer, ${checkpoint.source}::text WHERE EXISTS (SELECT FROM appended)
          )`
    }
    SELECT sequence, pg_notify(${table}, sequence::text) FROM appended ORDER BY sequence DESC LIMIT 1`.pipe(
    Effect.map((rows) => rows.length === 1),
    Effect.catchIf(isOvertaken, () => Effect.succeed(false))
  )

/** Another checkpoint of the present ledger. */
interface NewCheckpoint {
  readonly size: number
  readonly note: string
  /** The checkpoint that was read. */
  readonly seen: { readonly id: number | null }
}

/** Inserts a checkpoint and returns true, unless others have appended or signed since the reading. */
const insertCheckpoint = (sql: PgClient.PgClient, { note, seen, size }: NewCheckpoint) =>
  sql`
    WITH signed AS (
      INSERT INTO ${sql(checkpointTable)} (size, note)
      SELECT ${size}::integer, ${note}::text
      WHERE ${size}::integer = (SELECT max(sequence) FROM ${sql(table)})
        AND ${seen.id}::integer IS NOT DISTINCT FROM (SELECT id FROM (${presentCheckpoint(sql)}) AS present)
      RETURNING size
    )
    SELECT pg_notify(${table}, size::text) FROM signed`.pipe(Effect.map((rows) => rows.length === 1))

const isTableMissing = (error: SqlError): boolean => sqlStateOf(error) === "42P01"

const presentCheckpoint = (sql: PgClient.PgClient) =>
  sql<CheckpointRow>`SELECT id, note FROM ${sql(checkpointTable)} ORDER BY size DESC, id DESC LIMIT 1`

/** True if another writer has appended the row, or is about to. */
const isOvertaken = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "SerializationError" || reason._tag === "DeadlockError"

/** Remembers which tables exist. Asks for missing ones, since the database logs each failure. */
const makeTables = (pool: PostgresPool) => {
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

/**
 * Tells whether rows of the key ledger may have been altered or deleted, without reading them. The counters of the
 * database say so within seconds. A database that counts nothing, such as a replica, is found out by reading all rows
 * once a minute: the number of the transaction that wrote each row reveals altered ones.
 */
const makeAlterationCheck = (intervalMillis = 60_000) => {
  let alterations = 0
  let checkedAt = -Infinity
  let checked: Checked = { upTo: 0, checksum: "0" }

  const checkAll = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
    const [row] = yield* sql<Row>`SELECT coalesce(max(sequence), 0) AS "upTo",
      concat_ws(' ', count(*), sum(xmin::text::bigint)) AS checksum,
      concat_ws(' ', count(*) FILTER (WHERE sequence <= ${checked.upTo}::integer),
        sum(xmin::text::bigint) FILTER (WHERE sequence <= ${checked.upTo}::integer)) AS before FROM ${sql(table)}`
    if (row === undefined) return
    if (row.before !== checked.checksum) alterations++
    checked = row
  })

  /** Text that changes if rows were altered or deleted. */
  return Effect.fnUntraced(function* (sql: PgClient.PgClient): Effect.fn.Return<string, SqlError> {
    const now = yield* Clock.currentTimeMillis
    if (now - checkedAt >= intervalMillis) {
      yield* checkAll(sql)
      checkedAt = now
    }
    const [row] = yield* sql<{ readonly counters: string }>`SELECT concat_ws(' ', oid, relfilenode,
      pg_stat_get_tuples_updated(oid), pg_stat_get_tuples_deleted(oid)) AS counters
      FROM pg_class WHERE oid = to_regclass(${table})`
    return `${row?.counters} ${alterations}`
  })
}

interface Checked {
  readonly upTo: number
  readonly checksum: string
}

interface Row extends Checked {
  /** The checksum of the rows that were checked before. */
  readonly before: string
}
